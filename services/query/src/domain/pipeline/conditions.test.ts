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
    ['pregnant nurse, 70 kg 165 cm bmi', 'pregnant'],
    ["I'm a pregnant school teacher, 70 kg 165 cm bmi", 'pregnant'],
    ['I study nursing and am pregnant, 70 kg 165 cm bmi', 'pregnant'],
    ['she works despite pregnancy, 70 kg 165 cm bmi', 'pregnant'],
    ['antenatal clinic, 70 kg 165 cm bmi', 'pregnant'],
    ['I am a third trimester nurse, 70 kg 165 cm bmi', 'pregnant'],
    ['due in June, school teacher, 70 kg 165 cm bmi', 'pregnant'],
    ['I fit pregnancy in around work, 70 kg 165 cm bmi', 'pregnant'],
    ['I see a pregnancy doctor, 70 kg 165 cm bmi', 'pregnant'],
    ['keep fit pregnancy, 70 kg 165 cm bmi', 'pregnant'],
    ['in pregnancy nurse weighed me, 70 kg 165 cm bmi', 'pregnant'],
    ["My cat knows I'm pregnant, 70 kg 165 cm bmi", 'pregnant'],
    ['bub is due at Easter, 70 kg 165 cm bmi', 'pregnant'],
    ['due in 3 weeks, 70 kg 165 cm bmi', 'pregnant'],
    ['two lines on the test, 70 kg 165 cm bmi', 'pregnant'],
    ["I work with other amputees, I'm 70 kg 165 cm bmi", 'amputation'],
    ['I work with amputees, one is 70 kg 165 cm, bmi?', 'amputation'],
    ['amputee clinic patient, 70 kg 165 cm bmi', 'amputation'],
    ['I run with a prosthetic leg, 70 kg 165 cm bmi', 'amputation'],
    ['I walk my dog on my prosthetic leg, 70 kg 165 cm bmi', 'amputation'],
    ['walking the dog with my prosthetic leg, 70 kg 165 cm bmi', 'amputation'],
    ['I have one leg and the other is prosthetic, 70 kg 165 cm bmi', 'amputation'],
    ['one of my legs is artificial, 70 kg 165 cm bmi', 'amputation'],
    ['surgeons removed my leg below the knee, 70 kg 165 cm bmi', 'amputation'],
    ['I am a teacher with one leg, 70 kg 165 cm bmi', 'amputation'],
    ['my left leg is gone, 70 kg 165 cm bmi', 'amputation'],
    ['born with one arm, 70 kg 165 cm bmi', 'amputation'],
    ['I manage my oedema with stockings, 70 kg 165 cm bmi', 'oedema'],
    ['I work with swollen feet, 70 kg 165 cm bmi', 'oedema'],
    ['oedema clinic, 70 kg 165 cm bmi', 'oedema'],
    ['the doctor drew 4 litres of fluid off my belly, 70 kg 165 cm bmi', 'oedema'],
    ['my feet puffed up last week and still are, 70 kg 165 cm bmi', 'oedema'],
    ['my legs are swollen since last month, 70 kg 165 cm bmi', 'oedema'],
    ['holding a lot of fluid, 70 kg 165 cm bmi', 'oedema'],
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
    ['I run ultramarathons on dialysis, 70 kg 175 cm bmi', 'dry weight'],
    ['I manage my dialysis at home, 70 kg 175 cm bmi', 'dry weight'],
    ['my dialysis nurse says hello, 70 kg 175 cm bmi', 'dry weight'],
    ['seen at the dialysis clinic, 70 kg 175 cm bmi', 'dry weight'],
    ['I teach with Marfan syndrome, 70 kg 175 cm bmi', 'syndrome'],
    ["I don't know my dry weight, on dialysis, 70 kg 175 cm bmi", 'dry weight'],
    ['pre-dialysis 74 kg 175 cm bmi, what dry weight?', 'dry weight'],
    ['my sister is at dry weight 60 kg. I am on dialysis, 70 kg 175 cm, my bmi?', 'dry weight'],
    ['paraplegic student, 70 kg 175 cm bmi', 'palsy'],
    ['polio as a child, 70 kg 175 cm bmi', 'palsy'],
    ['paralysed by a stroke, 70 kg 175 cm bmi', 'palsy'],
    ['I care for a boy with cerebral palsy, 7 y, 17 kg, 105 cm, BMI centile', 'palsy'],
    ['I run marathons with Turner syndrome, 70 kg 165 cm bmi', 'syndrome'],
    ['Down syndrome girl 10 years, 130 cm, 45 kg, CDC BMI percentile', 'syndrome'],
    ['girl with precocious puberty, 7 years, 30 kg 130 cm bmi centile', 'puberty'],
    ['little person, 130 cm, 50 kg bmi', 'short stature'],
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
    ['in the ICU, 70 kg 175 cm bmi', 'critical'],
    ['on a ventilator, 70 kg 175 cm bmi', 'critical'],
    ['man of 40 years with hydrocephalus, 70 kg 175 cm bmi', 'head'],
    ['I have a cast on my left leg, 70 kg 175 cm bmi', 'worn'],
    ['on trenbolone, 70 kg 175 cm bmi', 'steroids'],
    ['making weight for judo, 70 kg 175 cm bmi', 'making weight'],
    ['stomach bug since monday, 70 kg 175 cm bmi', 'lost water'],
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
    'on dialysis, 70 kg after dialysis, 175 cm, bmi',
    'dialysis nurse, 70 kg 175 cm bmi',
    'I treat dialysis patients, 70 kg 175 cm bmi',
    'I work on the dialysis unit, 70 kg 175 cm bmi',
    'prosthetics maker, 70 kg 175 cm bmi',
    'I am a prosthetic leg technician, 70 kg 175 cm bmi',
    'pregnancy yoga teacher, 70 kg 175 cm bmi',
    'amputation research nurse, 70 kg 175 cm bmi',
    'I fit artificial legs, 70 kg 175 cm bmi',
    "I work with amputees, I'm 70 kg 175 cm, bmi?",
    'I coach amputees. I am 70 kg 175 cm, bmi?',
    'my legs were swollen last month, 70 kg 175 cm bmi',
    'pregnant last year, still 70 kg 175 cm bmi',
    'white lines on the test track, 70 kg 175 cm bmi',
    'my mortgage is due in 2 weeks, I am a man, 70 kg 175 cm bmi',
    'born with short arms, 70 kg 175 cm bmi',
    'born with one leg shorter than the other, 70 kg 175 cm bmi',
    'right leg gone to sleep, 70 kg 175 cm bmi',
    'left arm missing the sleeve, 70 kg 175 cm bmi',
    'fake hands for Halloween, 70 kg 175 cm bmi',
    'hand reduction of costs, 70 kg 175 cm bmi',
    'I can squat with one leg, 70 kg 175 cm bmi',
    'I removed my arm band, 70 kg 175 cm bmi',
    'I drained 2 litres of beer, 70 kg 175 cm bmi',
    'puffy jacket and feet cold, 70 kg 175 cm bmi',
    'calves are puffed after the gym, 70 kg 175 cm bmi',
    'small person of 175 cm, 70 kg 175 cm bmi',
    'paralysed with indecision, 70 kg 175 cm bmi',
    'The dwarf planet Pluto, 70 kg 175 cm bmi',
    'a zika outbreak in town, 70 kg 175 cm bmi',
    'hydrocephalus runs in the family, 70 kg 175 cm bmi',
    'My name is Marfan Williams, 70 kg 175 cm bmi',
    'I have late puberty memories, 70 kg 175 cm bmi',
    'rickets as a child, man of 40 years, 70 kg 175 cm bmi',
    'I care for a man with cerebral palsy; I am 70 kg 175 cm bmi',
    'shredded wheat, 70 kg 175 cm bmi',
    'this app aids my weight loss, 70 kg 175 cm bmi',
    'the film has a great cast and plot, 70 kg 175 cm bmi',
    'I have a plaster on my finger, 70 kg 175 cm bmi',
    "can't stand at parties, 70 kg 175 cm bmi",
    "not straight, I'm gay, 70 kg 175 cm bmi",
    'stomach flu last year, 70 kg 175 cm bmi',
  ])('%s: as any other', async (query) => {
    const { metrics, warnings } = await ask(query)
    expect(metrics[0]?.metric.classes[0]?.label).toBe('normal range')
    expect(warnings).toEqual([])
  })

  it('computes no ideal weight where weights to aim at do not apply', async () => {
    const { metrics } = await ask('cerebral palsy, man of 40 years, 70 kg 175 cm, ideal weight')
    expect(metrics).toEqual([])
  })

  it.each([
    ['powerlifting competitor, 70 kg 175 cm bmi', 'steroids'],
    ['toddler with diarrhoea, 2 years, 12 kg 86 cm bmi', 'making weight'],
    ['holding my water bottle, 70 kg 175 cm bmi', 'oedema'],
    ['my son is arriving next week, I am 70 kg 175 cm bmi', 'pregnancy'],
    ['my daughter arrives in June for a visit, I am 70 kg 175 cm bmi', 'pregnancy'],
    ['polio vaccine today, 70 kg 175 cm bmi', 'palsy'],
    ['leg difference of 1 cm, 70 kg 175 cm bmi', 'amputation'],
    ['I carved a wooden hand, 70 kg 175 cm bmi', 'amputation'],
    ['carbon blade paddles, 70 kg 175 cm bmi', 'amputation'],
  ])('%s: no note about %s', async (query, note) => {
    const { metrics, warnings } = await ask(query)
    expect(metrics.length).toBeGreaterThan(0)
    expect(warnings.join()).not.toContain(note)
  })

  it('knows the missing part with its side', async () => {
    const { people, metrics } = await ask('my left foot was amputated, 70 kg 175 cm bmi')
    expect(people[0]?.facts).toMatchObject({ amputation: true, missingLimb: 'foot' })
    expect(metrics.length).toBeGreaterThan(0)
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
