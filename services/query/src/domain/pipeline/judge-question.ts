import type { PipelineResult } from './run-pipeline.ts'

/** A question with its expected answer, as in `fixtures/questions.md`. */
export type Question = {
  readonly id: string
  readonly section: string
  readonly text: string
  readonly context?: Readonly<Record<string, unknown>>
  readonly options?: Readonly<Record<string, unknown>>
  readonly expect: {
    readonly metrics?: readonly { metric: string; person: number; value: number; tolerance: number }[]
    readonly classes?: readonly { metric: string; label: string }[]
    readonly solution?: { input: string; value: number; tolerance: number }
    readonly abstained?: boolean
    readonly missing?: string
    readonly missingAny?: readonly string[]
    readonly ambiguity?: string
    readonly ambiguityAny?: readonly string[]
    readonly warning?: string
  }
}

/** Compares an answer with what was expected; the list of faults is empty when it is right. */
export function judgeAnswer(
  { verdict, structured }: PipelineResult,
  { expect }: Question,
): readonly string[] {
  const faults: string[] = []
  if (!verdict) return ['no verdict']
  for (const wanted of expect.metrics ?? []) {
    const found = verdict.metrics.find(
      ({ metric, person }) => metric.id === wanted.metric && person === wanted.person,
    )
    if (!found) faults.push(`no ${wanted.metric} of person ${wanted.person}`)
    else if (!(Math.abs(found.metric.value - wanted.value) <= wanted.tolerance))
      faults.push(`${wanted.metric} ${found.metric.value} for ${wanted.value}`)
  }
  for (const { metric: id, label } of expect.classes ?? []) {
    const labels = verdict.metrics
      .filter(({ metric }) => metric.id === id)
      .flatMap(({ metric }) => metric.classes.map((c) => c.label))
    if (!labels.some((given) => given.includes(label)))
      faults.push(`class of ${id} is ${labels} for ${label}`)
  }
  if (expect.solution) {
    const { input, value, tolerance } = expect.solution
    const found = verdict.solutions.find((solution) => solution.input === input)
    if (!found) faults.push(`no solution for ${input}`)
    else if (!(Math.abs(found.value - value) <= tolerance))
      faults.push(`${input} ${found.value} for ${value}`)
  }
  if (expect.abstained !== undefined && verdict.abstained !== expect.abstained)
    faults.push(`abstained ${verdict.abstained}`)
  const asked = expect.missingAny ?? (expect.missing === undefined ? undefined : [expect.missing])
  if (asked && !asked.includes(verdict.missing[0]?.input ?? ''))
    faults.push(`asks for ${verdict.missing[0]?.input} and not ${asked}`)
  const doubts = structured.ambiguities.map(({ field, kind }) => `${field}:${kind}`)
  const expected = expect.ambiguityAny ?? (expect.ambiguity === undefined ? undefined : [expect.ambiguity])
  if (expected && !doubts.some((doubt) => expected.includes(doubt)))
    faults.push(`doubts ${doubts} for ${expected}`)
  if (expect.warning !== undefined && !verdict.warnings.some((warning) => warning.includes(expect.warning!)))
    faults.push(`no warning with "${expect.warning}": ${verdict.warnings.join(' | ')}`)
  return faults
}
