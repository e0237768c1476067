/** Words around births, pregnancies and dates. */
export type BirthCue =
  | 'birth'
  | 'gestation'
  /** Weeks since the last period of the mother, of a child already born. */
  | 'menstrual_age'
  /** A child that is not born yet. */
  | 'fetal'
  | 'preterm'
  | 'term'
  | 'early'
  | 'due'
  | 'measured_on'
  | 'corrected_age'
  | 'actual_age'
  | 'pre_pregnancy'
  | 'weeker'
  | 'at_birth'

/** Phrases separated by `|`. */
export const BIRTH_CUES: readonly { readonly cue: BirthCue; readonly phrases: string }[] = [
  {
    cue: 'birth',
    phrases:
      'born|dob|date of birth|birthday|birth date|birthdate|né|née|geboren|born on|born in|was born|was born on|was born in|born at|was born at|came into the world|came to the world|came into the world on|saw the light of day|arrived|arrived on|delivered|was delivered|delivered on|delivered at|arrived at|birth on|bd|d o b|born by|is born|came at|birth at|birthed',
  },
  {
    cue: 'gestation',
    phrases:
      'gestation|gestational age|ga|of gestation|gestational|weeks gestation|weeks of gestation|gest|gestation at birth|ga at birth|gestational age at birth',
  },
  {
    cue: 'menstrual_age',
    phrases:
      'post menstrual age|postmenstrual age|pma|post menstrual|postmenstrual|post conceptional age|postconceptional age',
  },
  {
    cue: 'fetal',
    phrases:
      'scan|sonographer|obstetric scan|ultrasound|sonogram|sono|efw|fetal weight|foetal weight|fetal|foetal|fetus|foetus|estimated fetal weight|estimated foetal weight|unborn|in the womb|in utero|growth scan|in my belly|in my tummy',
  },
  {
    cue: 'preterm',
    phrases:
      'preterm|pre term|premature|preemie|premie|preemy|prem|ex prem|ex preterm|ex premature|ex premie|prematurely|prematurity|nicu graduate|nicu grad|former preemie|born early|born too early|born too soon|came early|arrived early|early arrival|very preterm|extremely preterm|late preterm|preterm birth|micropreemie',
  },
  {
    cue: 'term',
    phrases:
      'full term|at term|born at term|fullterm|term born|on his due date|on her due date|on the due date|on my due date|on its due date|born on time|born on his due date|born on her due date|born on the due date|term',
  },
  {
    cue: 'early',
    phrases:
      'early|premature|prematurely|preterm|too early|too soon|ahead of time|before time|before term|before her due date|before his due date|before the due date|before due date|before my due date|before its due date|before due|ahead of schedule|ahead of her due date|ahead of his due date|ahead of the due date|before the expected date|before schedule|ahead of her time|ahead of his time',
  },
  {
    cue: 'due',
    phrases:
      'due date|due date was|edd|edc|expected date|expected date of delivery|estimated due date|was due|was due on|due on|should have been born|expected on|was expected on|due',
  },
  {
    cue: 'measured_on',
    phrases:
      'measured|measured on|weighed|weighed on|visit|visit on|visit of|checkup|check up|checkup on|check on|seen|seen on|assessed|assessed on|examined|clinic|clinic on|appointment|appointment on|exam|examination|measurement|date of measurement|measurement date|on that day|school check|weigh in on|date of visit|follow up|reviewed|health check|screening',
  },
  {
    cue: 'corrected_age',
    phrases:
      'corrected age|corrected age of|cga|corrected gestational age|age corrected|adjusted age|corrected|adjusted|corr age|corr|age corrected for prematurity|corrected for prematurity',
  },
  {
    cue: 'actual_age',
    phrases:
      'chronological age|chronological|chronologically|actual age|actual|calendar age|uncorrected|uncorrected age|real age|birth age|postnatal age|postnatal',
  },
  {
    cue: 'pre_pregnancy',
    phrases:
      'got pregnant at|fell pregnant at|became pregnant at|pre pregnancy|prepregnancy|pre pregnant|before pregnancy|before the pregnancy|before my pregnancy|before her pregnancy|before this pregnancy|before getting pregnant|before i got pregnant|before i was pregnant|before she was pregnant|before she got pregnant|before becoming pregnant|before i became pregnant|before conception|prior to pregnancy|prior to the pregnancy|at the start of pregnancy|at the start of the pregnancy|at the beginning of the pregnancy|at conception',
  },
  { cue: 'weeker', phrases: 'weeker|weekers|weeks baby|weeks preemie' },
  { cue: 'at_birth', phrases: 'at birth' },
]
