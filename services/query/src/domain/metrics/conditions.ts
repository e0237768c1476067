/** A fact of the body, its care or its weighing that makes a usual figure wrong, and that no equation here corrects for. */
export type Condition =
  | 'short_limbs'
  | 'growth_syndrome'
  | 'growth_hormones'
  | 'head_shape'
  | 'muscle_loss'
  | 'immobile'
  | 'bent_spine'
  | 'worn_load'
  | 'muscular'
  | 'steroids'
  | 'wasting_illness'
  | 'bowel_or_lung'
  | 'stomach_surgery'
  | 'weight_medicine'
  | 'fed_by_tube'
  | 'critical_illness'
  | 'thyroid'
  | 'breastfeeding'
  | 'after_birth'
  | 'dehydrated'
  | 'water_cut'
  | 'dialysis'
  | 'fluid_illness'
  | 'neonatal_care'
  | 'below_birth_weight'

type Effect = {
  /** Told beside every figure. */
  readonly note: string
  /** Withheld are the classes of weight, height and growth with healthy weights, for `ideals` also ideal weights. */
  readonly withholds?: 'classes' | 'ideals'
}

/** What a condition does to figures, in sentences for people. */
export const CONDITION_EFFECTS: Readonly<Record<Condition, Effect>> = {
  short_limbs: {
    note: 'disproportionate short stature (achondroplasia, dwarfism): the classes of BMI, weights to aim at and general growth charts do not apply; use charts made for the condition',
    withholds: 'ideals',
  },
  growth_syndrome: {
    note: 'a syndrome that changes growth: general charts and classes do not fit; charts made for the condition exist (for example Zemel 2015 for Down syndrome), ask the treating clinician',
    withholds: 'classes',
  },
  growth_hormones: {
    note: 'a disorder of growth or puberty, or its treatment: height and weight for age do not stand for themselves; the specialist judges them with the stage of puberty and the age of the bones',
    withholds: 'classes',
  },
  head_shape: {
    note: 'a condition of the head or its fluid: the general chart of head size is no judgement; the treating clinician follows the course',
  },
  muscle_loss: {
    note: 'paralysis, cerebral palsy or muscle disease: muscle is lost and height is hard to measure, so usual classes and weights to aim at do not apply, and less energy is needed; charts and limits made for the condition exist (Brooks 2011 for cerebral palsy, Laughton 2009 for spinal cord injury), ask the clinician or dietitian',
    withholds: 'ideals',
  },
  immobile: {
    note: 'somebody who cannot stand or walk has less muscle, needs less energy, and is hard to measure: take the class with care, and measure the height by ulna, knee height or arm span',
  },
  bent_spine: {
    note: 'a bent spine makes the measured height too low and the BMI too high: use arm span, ulna or knee height, or the former height',
  },
  worn_load: {
    note: 'the weight may contain what was worn (cast, brace, armour, heavy clothes): subtract its weight, or weigh again without it',
  },
  muscular: {
    note: 'much muscle raises the BMI: its class tells little about body fat',
  },
  steroids: {
    note: 'much muscle raises the BMI, so its class tells little about body fat; anabolic steroids can harm heart, liver and hormones: a doctor can help without judging',
  },
  wasting_illness: {
    note: 'cancer and other wasting illness: a weight loss counts more than the BMI, and fluid can hide it; ask the doctor or dietitian of the treating team',
  },
  bowel_or_lung: {
    note: 'a chronic illness of bowel, lung or heart changes growth, absorption or energy need: let the treating team judge these figures',
  },
  stomach_surgery: {
    note: 'after surgery on the stomach energy need and targets are set by the surgical team or dietitian, not by usual equations',
  },
  weight_medicine: {
    note: 'with a medicine for weight loss the doctor who prescribes it should follow the weight; with lasting vomiting, pain or weakness see a doctor at once',
  },
  fed_by_tube: {
    note: 'somebody who is fed by tube or vein gets the energy that the clinician or dietitian sets; usual equations are no prescription',
  },
  critical_illness: {
    note: 'in critical illness usual equations for energy do not hold, and fluid changes the weight: the treating team decides',
  },
  thyroid: {
    note: 'a disorder of the thyroid changes the energy spent at rest: the equations assume a normal thyroid',
  },
  breastfeeding: {
    note: 'breast-feeding needs more energy than the equations say (about 330 to 400 kcal a day more, IOM 2005) and is no time for fast weight loss; ask a midwife or doctor',
  },
  after_birth: {
    note: 'in the weeks after a birth the weight still contains fluid and changes from pregnancy: take its class with care, and ask a midwife before losing weight',
  },
  dehydrated: {
    note: 'lost water makes the weight too low: weigh again when the fluid is replaced',
  },
  water_cut: {
    note: 'lost water makes the weight too low: weigh again when the fluid is replaced; making weight by losing water is dangerous',
  },
  dialysis: {
    note: 'with dialysis or kidney failure the weight contains fluid: judge by the dry weight after dialysis',
    withholds: 'classes',
  },
  fluid_illness: {
    note: 'heart and liver failure and their medicines change the fluid (oedema) in the weight: judge by a dry weight with the clinician',
  },
  below_birth_weight: {
    note: 'a baby should be back at the birth weight by two weeks: one who is below it then, or feeds badly, must be seen by a midwife or doctor',
  },
  neonatal_care: {
    note: 'a baby who needed intensive care may be born early: if born before 37 weeks of gestation, the corrected age is needed, so give the weeks at birth',
  },
}
