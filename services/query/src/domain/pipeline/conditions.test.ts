import { describe, expect, it } from 'vitest'
import { runPipeline } from './run-pipeline.ts'

const ask = async (query: string) => {
  const result = await runPipeline({ query }, { today: '2026-11-16', clock: () => 0 })
  return { ...result.verdict!, people: result.structured.people }
}

describe('facts of the body that make a usual figure wrong', () => {
  it.each([
    ['he has a false leg. 81 kg, 180 cm, BMI?', 'amputation'],
    ['They amputate my leg in 2015, 73 kg, 172 cm, BMI?', 'amputation'],
    ['congenital absence of the left forearm, 58 kg, 166 cm BMI', 'amputation'],
    ['she was born without a left leg, 58 kg, 166 cm. BMI?', 'amputation'],
    ['only one leg, 62 kg, 170 cm. BMI?', 'amputation'],
    ['my ankles blow up every evening, 85 kg, 165 cm, BMI?', 'oedema'],
    ['I am not fat because my feet swelled, 70 kg, 155 cm. BMI?', 'oedema'],
    ['legs full of water, 90 kg 170 cm, BMI', 'oedema'],
    ['knocked up, 68 kg, 162 cm, BMI?', 'pregnant'],
    ['our baby arrives in June, I weigh 77 kg at 170 cm, BMI', 'pregnant'],
  ])('%s: no class', async (query, fact) => {
    const { people, metrics, warnings, abstained } = await ask(query)
    expect(people[0]?.facts).toMatchObject({ [fact]: true })
    expect(metrics.flatMap(({ metric }) => metric.classes)).toEqual([])
    expect(abstained || warnings.length > 0).toBe(true)
  })

  it.each([
    ['dwarfism, 132 cm, 50 kg, am I obese', 'short stature'],
    ['trisomy 21 girl 3 y 88 cm 12 kg BMI centile', 'syndrome'],
    ['my son has cerebral palsy, 7 y, 17 kg, 105 cm, BMI centile', 'palsy'],
    ['peritoneal dialysis patient 77 kg 175 cm bmi', 'dry weight'],
  ])('%s: a figure, a note and no class', async (query, note) => {
    const { metrics, warnings } = await ask(query)
    expect(metrics.length).toBeGreaterThan(0)
    expect(metrics.flatMap(({ metric }) => metric.classes)).toEqual([])
    expect(warnings.join()).toContain(note)
  })

  it.each([
    ['kyphosis, 150 cm, 55 kg 78 F bmi', 'spine'],
    ['in a plaster up to the thigh, 80 kg 178 cm bmi', 'worn'],
    ['6 weeks postpartum, 78 kg, 170 cm, bmi?', 'birth'],
    ['I am jacked, 98 kg, 178 cm, overweight?', 'muscle'],
  ])('%s: a figure with its class and a note', async (query, note) => {
    const { metrics, warnings } = await ask(query)
    expect(metrics[0]?.metric.classes.length).toBeGreaterThan(0)
    expect(warnings.join()).toContain(note)
  })

  it.each([
    'lost my foot pump, 70 kg 175 cm bmi',
    'my dog lost a leg, i am 70 kg 175 cm bmi',
    'due in court tomorrow, 70 kg 175 cm bmi',
    'bump on my head, 70 kg 175 cm bmi',
    'my brother is on dialysis. I am 70 kg 175 cm, my bmi?',
    'I push a wheelchair at work, 70 kg 175 cm bmi',
    'no cast any more, 70 kg 175 cm bmi',
    'cancer free for ten years, 70 kg 175 cm bmi',
    'on dialysis, dry weight 70 kg, 175 cm, bmi',
    'nursing home manager 70 kg 175 cm bmi',
  ])('%s: as any other', async (query) => {
    const { metrics, warnings } = await ask(query)
    expect(metrics[0]?.metric.classes[0]?.label).toBe('normal range')
    expect(warnings).toEqual([])
  })

  it('reads a text that ends behind the comma of a name', async () => {
    expect((await ask('70 kg 175 cm, Anna,')).people).toHaveLength(1)
  })

  it('keeps the class of acute malnutrition whatever the child has', async () => {
    const { metrics } = await ask(
      'a girl with Down syndrome, 20 months, 7.2 kg, 78 cm, weight for length z-score',
    )
    expect(metrics.flatMap(({ metric }) => metric.classes).map(({ label }) => label)).toContain(
      'severely wasted',
    )
  })
})
