/** The parts of an answer of /query that numbers may come from. */
export interface Answered {
  readonly answer: string
  readonly metrics: readonly Provenance[]
  readonly alternatives: readonly Provenance[]
  readonly solutions: readonly { value: number; target: number }[]
  readonly comparisons: readonly {
    lowest: number
    highest: number
    metrics: readonly string[]
    explanation: string
  }[]
  readonly missing_inputs: readonly { unlocks: number }[]
  readonly ambiguities: readonly { message: string }[]
}
interface Provenance {
  readonly value: number
  readonly name: string
  readonly unit: string
  readonly citation: object
  readonly interpretation: readonly object[]
}

const NUMBER = /\d+(?:\.\d+)?/g
const POUNDS_PER_KG = 1 / 0.45359237
const INCHES_PER_CM = 1 / 2.54

/** Numbers of the prose that neither were computed, nor published with an equation used, nor said in the question. */
export function unprovenNumbers(data: Answered, question: string): string[] {
  const computed = [
    ...[...data.metrics, ...data.alternatives].map(({ value }) => value),
    ...data.solutions.flatMap(({ value, target }) => [value, target]),
    ...data.comparisons.flatMap(({ lowest, highest, metrics }) => [lowest, highest, metrics.length]),
    ...data.missing_inputs.map(({ unlocks }) => unlocks),
  ].flatMap((value) => [value, value * POUNDS_PER_KG, value * INCHES_PER_CM])
  const published = [...data.metrics, ...data.alternatives].map(({ name, unit, citation, interpretation }) =>
    JSON.stringify([name, unit, citation, interpretation]),
  )
  const words = [question, ...published, ...data.ambiguities.map(({ message }) => message)].join(' ')
  const said = new Set(words.match(NUMBER) ?? [])
  return (data.answer.match(NUMBER) ?? []).filter((figure) => {
    const decimals = figure.split('.')[1]?.length ?? 0
    return !said.has(figure) && !computed.some((value) => Math.abs(value).toFixed(decimals) === figure)
  })
}
