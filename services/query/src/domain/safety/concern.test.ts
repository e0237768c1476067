import { describe, expect, it } from 'vitest'
import { processQuery } from '../language/query-processor.ts'
import { concernOf } from './concern.ts'
import { type ConcernKind, SOURCES } from './rule.ts'
import { RULES } from './rules.ts'

/** Texts of our own that must be met with help. None is taken from a set of questions. */
const ALARMING: Readonly<Record<ConcernKind, readonly string[]>> = {
  emergency: [
    'i swallowed 30 paracetamol an hour ago, 60 kg 170cm what happens',
    'my sister took all her sleeping pills, she weighs 55 kg',
    'just downed a whole bottle of tylenol. 18f 50kg bmi?',
    'He overdosed. 80 kg. what now',
    'grandma is not breathing right, 60kg 155 cm bmi',
    'I can’t breathe, 100 kg 180 cm, is my weight the reason?',
    'my baby turned blue while feeding, 4 kg, 2 months',
    'crushing pain in my chest since this morning, 110 kg 175 cm 55M bmi?',
    'chest hurts and left arm tingles, 98kg',
    'his face is drooping and he talks funny, 72 years 80 kg',
    'my mum suddenly can not speak, 68 kg 160 cm',
    'baby boy 3 months 5.1 kg will not wake up, percentile?',
    'my toddler is unresponsive, 11 kg',
    'my husband collapsed, 95 kg 180cm bmi',
    'newborn will not drink and is floppy, 2.9 kg',
    '5 month old, no wet nappies since yesterday, 6 kg. centile?',
    'my daughter 8 months keeps vomiting everything and is limp, 7 kg',
    'severely dehydrated after a stomach bug, 48 kg 165 cm bmi?',
    'vomiting blood since last night, 70 kg 175 cm bmi',
    'she had a seizure just now, 6 year old, 20 kg',
  ],
  self_harm: [
    'i want to kill myself because of my weight, 74kg 160cm bmi?',
    'wanna die. 90kg 165cm bmi',
    'i dont want to live anymore 55kg 160 cm what is my bmi',
    'im gonna kms if im over 60 kg, bmi 59kg 165cm',
    'Been feeling suicidal about my body. 102 kg, 170 cm. BMI?',
    'thinking about ending my life, does it matter what my bmi is? 80kg 180cm',
    'my son says he wishes he was never born, he is 14, 60kg 165cm bmi',
    'everyone would be better off without me. 120 kg 175 cm',
    'my wife keeps talking about suicide since the birth, 85 kg 168 cm',
    'there is no point in living when you weigh 130 kg, bmi at 175?',
    'I am so tired of living like this, 140kg, 180cm, bmi?',
    'I wish I would not wake up tomorrow. 66 kg 170 cm',
    'she said she is going to end it all, 16 years, 48 kg 160cm',
    'my daughter cuts her arms, she is 15, 50 kg 165 cm, bmi?',
    'I have been self harming again. 58kg 164cm bmi',
    'i hurt myself when i eat too much, 61 kg 166 cm',
    'he started cutting again, 17 y, 70 kg 180 cm',
    'I will be dead by christmas anyway, bmi 70kg 170cm',
    'wrote my goodbye letters, 71kg, 180cm, bmi please',
    'i just want to disappear forever, 45kg 150cm',
    'suicdal thoughts, 70 kg 170 cm bmi',
    'i feel like killing myself everyday 16 f 70 kg',
    'whats the point im going to jump off a bridge 82kg 180cm',
    'my friend tried to kill himself last week, he is 90 kg 185 cm, could his BMI matter?',
    "I can't go on like this, 101 kg 164 cm bmi",
    'I do not want to be here any more. 70 kg, 171 cm: bmi',
    'my brother hints that he would rather be dead, 24, 110 kg, 178 cm',
    'unaliving myself after exams lol 56kg 170cm bmi',
  ],
  eating_disorder: [
    'i throw up after every meal, 50 kg 168 cm bmi',
    'been making myself sick to reach 45 kg, im 162 cm',
    'my daughter sticks her fingers down her throat after dinner, 15 y 46 kg 163 cm',
    'I purge 3 times a day. 52kg 165cm. BMI?',
    'dulcolax every night to lose weight 54 kg 170 cm bmi?',
    'my roommate lives on laxatives to stay thin, 44 kg, 165 cm',
    'taking water pills to drop to 48 kg, 165 cm, bmi at that weight',
    'i leave out my insulin so i get thinner, 55kg 165cm bmi',
    'she is type 1 and takes less insulin to lose weight, 17, 50 kg, 168 cm',
    'best thinspo? 50kg 170cm',
    'tips to become anorexic',
    'my ugw is 40 kg at 165 cm, bmi?',
    'I have bulimia, 60 kg 165 cm, bmi',
    'my sister has an eating disorder, 40kg 160 cm, bmi',
    'i think i am anorexic. 42kg 163cm bmi?',
    'relapsed into anorexia after ten years, 47kg 170 cm',
    'starving myself until prom, 60kg 170 cm what will i weigh',
    'havent eaten in 5 days, 52 kg 166 cm how much have i lost',
    'water fast for 14 days, 70 kg 175 cm, what will my bmi be',
    'nothing but black coffee for two weeks, 58kg 165cm',
    'eating 300 calories a day, 61 kg 170 cm, when do I reach 50?',
    'i restrict to 400 kcal, 55 kg 168cm 19f, weight in 2 months?',
    'want to get to a bmi of 15, 168 cm how many kg',
    'how much weight can I lose before I die? 45 kg 165 cm',
    'lowest bmi you can survive with',
    'my daughter hides her lunch and has lost 8 kg, 14y 44 kg 165cm',
    'our girl of 12 throws away her sandwiches and gets thinner and thinner, 30 kg 150 cm',
    'no period since I joined the running team, 17, 47 kg, 170 cm',
    'gymnast 15 y, 38 kg, 158 cm, periods stopped, coach says lose 2 kg. bmi',
    'model agency told me to get under 48 kg, I am 178 cm and 54 kg. how',
    'my ballet director says I must weigh 45 kg, I am 170 cm and 50 kg, bmi',
    'weigh-in tomorrow: sauna suit and no water to cut 4 kg, 70 kg 175 cm',
    'dehydrate to make weight, wrestler 17, 66 kg 172 cm, want 60',
    'I need to lose 10 kg in 5 days, 80 kg, 175 cm. plan?',
    '44 kg 170 cm and i still feel fat, bmi',
    'my pupil faints in class and wears layers, 14, 37 kg 160 cm',
    'binge and purge cycle again, 65kg 168cm',
    'laxitives after dinner help me stay skinny, 46kg 164',
    'i chew and spit all my food, 50kg',
    'i do not deserve to eat until i am 45 kg, 160 cm',
  ],
  abuse: [
    'my husband does not let me eat, I am 42 kg at 165 cm, bmi',
    'my dad hits me when I gain weight, 13 y, 50 kg 155 cm',
    'they force feed my niece before the wedding, 14 years 80 kg',
    'the stepmother locks the fridge and the kitchen, boy of 7, 17 kg, 112 cm',
    'I was raped last year and gained 20 kg, 85 kg 165cm bmi',
    'my neighbour’s kids are neglected, girl 3 y 9 kg',
  ],
}

/** Texts that sound alarming or stand near danger and must be answered like any other. */
const HARMLESS: readonly string[] = [
  'I would kill for a pizza, 80kg 180cm bmi?',
  'dying to know my bmi: 70kg 170cm',
  'this diet is killing me, 85 kg 170 cm bmi',
  'suicide squad workout, 75 kg 178 cm, bmi?',
  'my dead lift is 140 kg, I weigh 82 kg, 180 cm, bmi',
  'starving, lunch? anyway 68kg 170cm bmi',
  'scared to death of the scale: 92 kg 175 cm bmi',
  'my phone is dead so quick: 60kg 165cm bmi',
  'we ran suicides at practice, 77 kg 183 cm bmi?',
  'killing myself at the gym, 90 kg 180 cm, body fat?',
  'Assess BMI of 17 y F with anorexia nervosa, 45 kg 165 cm',
  'Patient with suicidal ideation, 84 kg, 170 cm. BMI?',
  'inpatient, bulimia nervosa, F 22, 58 kg, 166 cm, BMI',
  'GP here. 19F anorexia nervosa, 40 kg 165 cm, BMI?',
  'unconscious ICU patient, ulna 26 cm, male 50, estimate height',
  'no suicidal ideation, 34F, 70 kg, 165 cm BMI',
  'denies purging or laxatives. F 20, 55 kg, 165 cm, BMI',
  'never been suicidal, never self harmed. 60kg 170cm bmi',
  'no chest pain, no shortness of breath. 58M 92 kg 176 cm BMI',
  'I volunteer for a suicide prevention charity, 70 kg 175 cm bmi?',
  'writing my thesis about anorexia; example: 55 kg 170 cm bmi',
  'study on eating disorders, participant 12: 61.2 kg, 168.4 cm, BMI',
  'I had anorexia as a teenager, now 62 kg 170 cm, 35, BMI?',
  'recovered from bulimia ten years ago, 66 kg, 169 cm BMI',
  'cut myself shaving, whatever. 80 kg 180 cm bmi',
  'hurt myself lifting, 88 kg 182cm 30M BMR?',
  'binge watching all week, 79 kg, 172 cm, bmi lol',
  'fasting glucose 5.1, 70 kg 170 cm BMI',
  'intermittent fasting 16:8 for 30 days, 75kg 170cm bmi',
  'fasting for ramadan 30 days, 80kg 178 cm bmi',
  'what will I weigh in a year if I eat 300 fewer calories a day? 75 kg 168 cm 28 F',
  'if I eat 500 kcal less per day, 90 kg 180 cm 40 M, weight in a year?',
  'I eat 1800 kcal a day, 80kg 175cm 35 m, maintenance?',
  'cut 500 kcal a day, 85 kg 175 cm 30 F, how long to 75',
  'overdosed on christmas cookies, 84 kg 174 cm bmi',
  'goodbye belly fat! 78 kg 170cm bmi',
  'I will not be here next week (holiday), so today please: 70 kg 170 cm bmi',
  'my baby wakes up hungry every hour, 4 months, 6.4 kg boy percentile',
  'my toddler is not eating vegetables, 2 years, 12 kg boy, percentile',
  'my doctor wants me to lose 5 kg: 95 kg, 180 cm, bmi',
  'coach wants me at 90 kg for rugby, now 85 kg, 185 cm. BMI at 90?',
  'how many kcal to lose weight, 70 kg 165 cm 30 F',
  'what bmi counts as anorexia?',
  'laxatives prescribed for constipation, 70 kg 165 cm F 60 BMI',
  'she beats me at tennis, 60 kg 170 cm, her bmi?',
  'my brother hits the gym daily: 85 kg 180 cm bmi',
  'blue eyes, 80 kg, 180 cm, bmi',
  'no period pain. F 30 60 kg 165 cm bmi',
  'chest 102 cm, waist 88 cm, hip 100 cm, height 180: WHR',
  'my chest day was great. 84 kg 180 cm bmi',
  'I lost 12 kg in a year, now 70 kg at 172 cm, BMI',
  'too thin? 20F 50 kg 170 cm',
  'I want to gain weight: 50 kg 175 cm, 22 M, healthy range?',
  'lost 6 kg while ill with covid, 55 kg 178 cm 40M bmi',
  'my grandmother died last year; I am 75 kg, 170 cm. BMI?',
  'how do I lose 5 kg in 10 weeks? 75kg 170cm',
  'sick of my scale. 81 kg 176 cm bmi',
  'dead serious: 66 kg 171 cm bmi',
  'water retention, 70 kg 165 cm, total body water? F 40',
  'is a bmi of 17 underweight?',
  'my son is 10, bmi 15, goal for him? 138 cm',
]

const judge = (text: string) => concernOf(text, processQuery(text, { today: '2026-01-01' }).people)

describe('danger', () => {
  for (const [kind, texts] of Object.entries(ALARMING))
    it.each(texts)(`${kind}: %s`, (text) => {
      expect(judge(text)?.kind).toBe(kind)
    })
  it.each(HARMLESS)('harmless: %s', (text) => {
    expect(judge(text)).toBeUndefined()
  })
})

describe('rules', () => {
  it('cite a source and are each met by a text', () => {
    const met = new Set(
      Object.values(ALARMING)
        .flat()
        .map((text) => judge(text)?.rule),
    )
    expect(RULES.map(({ id }) => id).filter((id) => !met.has(id))).toEqual([])
    for (const { source } of RULES) for (const key of source) expect(SOURCES[key]).toMatch(/\d{4}/)
  })
  it('name help and give no figure of a body', () => {
    for (const text of Object.values(ALARMING).flat()) {
      const message = judge(text)?.message ?? ''
      expect(message).toMatch(/112, 911 or 999/)
      expect(message).toMatch(/cannot help with this/)
      expect(message).not.toMatch(/kg|BMI|kcal/)
    }
  })
  it('read a long text in linear time', () => {
    const text = 'i want to not never kill for a burger and throw up after lunch '.repeat(300)
    const start = performance.now()
    concernOf(text)
    expect(performance.now() - start).toBeLessThan(1500)
  })
})
