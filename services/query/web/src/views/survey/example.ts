/** A small generator with a seed, so that the example is the same for everybody (Park and Miller 1988). */
function generator(seed: number) {
  let state = seed
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return { uniform, normal: () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()) }
}

/** Median length in cm and weight in kg near an age in months: smooth curves, good enough to draw children from. */
const lengthAt = (months: number) => 49.7 + 24.7 * (1 - Math.exp(-months / 9)) + 0.59 * months
const weightAt = (months: number) => 3.25 + 4.35 * (1 - Math.exp(-months / 5.35)) + 0.18 * months

/** A made-up survey of 600 children in 30 clusters, somewhat short and thin, as a file. */
export function exampleSurvey(): File {
  const { uniform, normal } = generator(20_261_115)
  const lines = ['cluster,sex,age_months,weight_kg,height_cm,oedema']
  for (let i = 0; i < 600; i++) {
    const months = 1 + uniform() * 57
    // About 1.2 SD shorter than the reference, and a little thin for their length.
    const size = 1 + 0.037 * (-1.2 + normal())
    const length = lengthAt(months) * size
    const weight = weightAt(months) * size ** 2.2 * (0.97 + 0.08 * normal())
    const row = [
      1 + (i % 30),
      uniform() < 0.5 ? 'F' : 'M',
      months.toFixed(1),
      weight.toFixed(1),
      length.toFixed(1),
      i % 150 === 7 ? 'y' : 'n',
    ]
    lines.push(row.join(','))
  }
  return new File([`${lines.join('\n')}\n`], 'example-survey.csv', { type: 'text/csv' })
}
