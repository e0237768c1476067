/** A subject that is not ours, with the words that ask for it. */
export type ForeignSubject = {
  readonly id: string
  /** Completes "… is not something that this service computes." */
  readonly name: string
  /** Any of these patterns asks for it. The notation is that of `pattern`. */
  readonly patterns: readonly string[]
  /** Patterns that show that it is not asked for. */
  readonly unless?: readonly string[]
  /** Topics of ours that its own words seem to name ("maintenance fluids" is no maintenance energy). */
  readonly notTopics?: readonly string[]
  /** True when it is asked for even beside a topic of ours: the BMI of a dog is not ours. */
  readonly always?: true
  /** True when an answer of ours next to it says that this is not decided here. */
  readonly aside?: true
  /** True when a weight and a height beside it are answered, and this is named as not decided here. */
  readonly measuredAnyway?: true
  /** Whom to ask instead. */
  readonly ask?: string
}

const DOCTOR = 'Please ask a doctor or a pharmacist.'
const CLINICIAN = 'Please ask a clinician.'

/** Drugs whose names have no ending of `isDrug`, and brands. */
const DRUGS =
  'insulin heparin warfarin paracetamol acetaminophen tylenol calpol nurofen advil ibuprofen aspirin ozempic wegovy mounjaro zepbound saxenda metformin levothyroxine furosemide digoxin lithium prednisone cortisone dexamethasone adrenaline epinephrine noradrenaline norepinephrine atropine ketamine fentanyl propofol salbutamol ventolin vancomycin gentamicin amiodarone melatonin viagra sildenafil phenytoin valproate naloxone dopamine dobutamine mannitol antibiotic antibiotics painkiller painkillers syrup vaccine chemotherapy contrast oxytocin magnesium midazolam suxamethonium sugammadex neostigmine clenbuterol steroids testosterone'

/** Subjects of other fields, most specific first. */
export const FOREIGN: readonly ForeignSubject[] = [
  {
    id: 'animal',
    name: 'The body of an animal',
    patterns: [
      'my|our|the|a|his|her dog|cat|puppy|kitten|horse|pony|rabbit|hamster|parrot|cow|goat|labrador|poodle ~3 weighs|weigh|is|was|bmi|ideal|overweight|fat|kg|bsa|how|should|months|years',
      'bmi|weight|bsa|fat|calories|kcal|healthy|ideal ~5 dog|cat|puppy|kitten|horse|pony|rabbit|hamster|cow|goat',
      'dog|cat|puppy|kitten|horse ~4 bmi|overweight|obese',
    ],
    unless: [
      'i am|weigh',
      'me',
      'she|he is|weighs',
      'with|without|holding|carrying ~3 dog|cat',
      'walk|walking|run|running|jog|jogging|ride|riding ~3 dog|horse|pony',
      'cat ~1 etc',
    ],
    always: true,
    ask: 'It is about people; please ask a vet.',
  },
  {
    id: 'must',
    aside: true,
    measuredAnyway: true,
    name: 'The MUST score, which may be shown by licence only,',
    patterns: ['must score|tool|screening|points|category', 'must step #1-5', 'must ~1 #0-6 points'],
    ask: 'Ask a dietitian; malnutrition is judged here by weight loss and BMI (GLIM).',
  },
  {
    id: 'kidney',
    aside: true,
    name: 'Kidney function (eGFR, creatinine clearance)',
    patterns: [
      'egfr|gfr|mdrd|ckd',
      'creatinine|crcl|creat',
      'cockcroft',
      'filtration rate',
      'kidney ~2 function|failure|stage',
    ],
    ask: CLINICIAN,
  },
  {
    id: 'fluids',
    aside: true,
    name: 'Fluid therapy',
    patterns: [
      'maintenance|iv|intravenous|bolus|rehydration|resuscitation|crystalloid fluid|fluids',
      '#4-4 #2-2 #1-1',
      'parkland|holliday|brooke formula|rule|segar|fluids',
      'urine|urinary output|volume',
      'drip|infusion|flow rate',
      'fluid|fluids ~3 deficit|replacement|requirement|bolus|need',
      'ml|mls ~1 h|hr|hour|hourly',
      'how ~2 water ~3 drink|drinking',
    ],
    unless: ['body water', 'total water', 'free water'],
    notTopics: ['tdee', 'bsa'],
    ask: DOCTOR,
  },
  {
    id: 'dose',
    aside: true,
    name: 'The dose of a medicine, or whether to take it,',
    patterns: [
      'dose|doses|dosage|dosing|overdosage|posology',
      'how ~2 mg|ml|mcg|tablets|tablet|pills|drops|puffs|teaspoons|spoons|units|iu|grams ~8 @drug',
      '@drug ~8 how|mg|ml|mcg|units|dose|per|bolus|rate',
      'mg|mcg|units|iu|ug per|kg ~1 kg|day|dose|bolus',
      'should|can|may|could i|he|she|we|my|they ~4 take|use|give|start|stop|have|inject ~4 @drug',
      'take|give|start|inject|prescribe|prescribed ~3 @drug',
      'auc #1-9',
      '@drug',
    ],
    ask: DOCTOR,
  },
  {
    id: 'laboratory',
    name: 'A laboratory value',
    patterns: [
      'hba1c|a1c|cholesterol|ldl|hdl|triglycerides|tsh|ferritin|haemoglobin|hemoglobin|albumin|calcium|sodium|potassium|inr|bilirubin|bili|platelets|crp|psa|lactate|osmolality|osmolarity|bicarbonate|troponin|cortisol|progesterone|oestradiol|estradiol|homa',
      'blood sugar|glucose|count|test|tests',
      'fasting glucose|sugar',
      'anion gap',
      'vitamin d|b12 ~3 level|levels|low',
      'liver|thyroid enzymes|function|levels|test',
      'hb|wbc|alt|ast #0-9999',
    ],
    ask: CLINICIAN,
  },
  {
    id: 'circulation',
    name: 'Blood pressure, heart rhythm or oxygen',
    patterns: [
      'blood pressure',
      'bp #60-250',
      'systolic|diastolic|hypotension|ecg|ekg|qt|qtc|spo2|saturation|arrhythmia|palpitations',
      'ejection fraction',
      'mean arterial',
      'oxygen level|levels|saturation',
      'resting|normal|high|low|target heart rate|pulse',
      'heart rate zone|zones|variability|reserve',
      'peak flow',
      'fev1|spirometry|pulse',
    ],
    ask: CLINICIAN,
  },
  {
    id: 'score',
    name: 'A clinical score of another field',
    patterns: [
      'apgar|meld|curb|qsofa|sofa|apache|gcs|nihss|framingham|qrisk|frax|centor|ranson|moca|mmse|epds|mallampati|ballard|news2|cha2ds2|chads|chads2|vasc|stopbang|braden|waterlow|nutric',
      'cha #2-2 ds',
      'bishop|wells|glasgow|geneva|norton|barthel|pugh|asa|silverman|ashworth|kps|ecog ~1 score|criteria|coma|grade|index|status',
      'has bled',
      't score',
      'child pugh',
      'phq|gad #2-9',
      'risk score|calculator',
      'bone density|density ~2 scan',
    ],
    unless: ['t|z score ~3 weight|height|bmi|length'],
    ask: CLINICIAN,
  },
  {
    id: 'cycle',
    name: 'The menstrual cycle, fertility or the course of a pregnancy',
    patterns: [
      'when|will ~4 period|ovulation|ovulate|ovulating ~3 come|due|start|arrive|be|if|end',
      'period ~2 late|due|overdue|calculator',
      'fertile|ovulation|ovulate|ovulating|fertility|conceive|conception|ivf|hcg',
      'when|what ~3 due date|edd',
      'fundal height',
      'fetal|foetal|fetus|foetus weight|size|length|heart',
      'how ~2 weeks|pregnant|along am|is i|she',
      'am i pregnant',
    ],
    ask: CLINICIAN,
  },
  {
    id: 'diagnosis',
    aside: true,
    name: 'A diagnosis or a choice of treatment',
    patterns: [
      'do|does|did|could|might i|he|she|we|they|my|it|this ~3 have|has|be|get ~3 @disease',
      'am|is|are i|he|she|they|it ~2 diabetic|depressed|anaemic|anemic|hypothyroid|autistic|asthmatic|infertile|contagious|sick|ill',
      'is ~3 cancer|infection|contagious|covid|appendicitis|pneumonia|pcos|hypothyroidism|flu',
      'need|needs|require|want|should ~3 treatment|surgery|operation|antibiotics|medication|chemo|scan|mri|biopsy|statins|dialysis|stitches',
      'eligible|qualify|qualifies|candidate|eligibility ~5 surgery|bariatric|sleeve|bypass|ivf|transplant|medication|injection|injections|operation|treatment|balloon|band',
      'bariatric|sleeve|bypass surgery|gastrectomy',
      'diagnose|diagnosis|diagnosed',
      'why|what ~4 hurt|hurts|hurting|rash|itchy|headache|headaches|fever|cough|swollen|lump|bleeding|dizzy|tired|nausea|vomiting|diarrhoea|diarrhea',
      'how ~3 treat|cure',
      'life expectancy|insurance',
      'how ~2 long ~4 live|left',
      'survival|prognosis|mortality',
      'which|what cancer|disease|illness|condition|symptoms',
      'symptom|symptoms',
    ],
    notTopics: ['body_water'],
    ask: 'Please ask a doctor.',
  },
  {
    id: 'alcohol',
    name: 'Alcohol in the blood or fitness to drive',
    patterns: [
      'alcohol|beers|beer|wine|vodka|whisky|shots|drunk|tipsy|sober|hangover|promille|breathalyser|breathalyzer',
      'bac|drink|drinks ~5 drive|driving|limit|legal',
    ],
    unless: ['do|does not drink', 'no alcohol'],
    ask: 'When in doubt, do not drive.',
  },
  {
    id: 'food',
    name: 'The content of foods, or a diet',
    patterns: [
      'how|what ~3 kcal|protein|carbs|fat|sugar|fibre|fiber|salt|macros ~3 in|does|has|have|are ~4 @food',
      'kcal|protein|carbs|macros|sugar|nutrition ~3 in|of ~4 @food',
      'recipe|recipes|cook|bake|baking',
      'meal plan|plans',
      'how ~2 protein|carbs|fibre|fiber|sugar|salt|creatine|caffeine|iron|vitamin|macros|fat ~4 eat|need|take|should|a|per|day',
      'is|are @food ~2 healthy|bad|good|ok',
      'keto|paleo|vegan|mediterranean|carnivore diet|plan|recipe',
    ],
    unless: ['body fat'],
  },
  {
    id: 'exercise',
    name: 'The energy of an activity, or performance in sport',
    patterns: [
      'kcal ~4 burn|burned|burnt|burns|burning ~5 running|walking|cycling|swimming|walk|run|jog|jogging|hiking|km|miles|yoga|dancing|rowing|steps|hour|minutes|sex|stairs|marathon|spinning',
      'how ~3 kcal ~3 running|walking|cycling|swimming|jogging|yoga|steps',
      'one rep|max ~1 max|bench|squat|deadlift',
      'marathon|race|5k|10k|parkrun|triathlon time|pace|finish|predict|prediction',
      'wilks|dots|ipf ~1 score|points|coefficient',
      'what|which|how ~4 marathon|race|pace|ftp|watts',
    ],
    unless: ['at rest', 'bmi'],
    notTopics: ['tdee', 'bmr'],
  },
  {
    id: 'clothes',
    name: 'The size of clothes or equipment',
    patterns: [
      'what|which|my ~2 size ~3 shirt|shoe|shoes|dress|jeans|trousers|bra|ring|hat|helmet|bike|bicycle|wetsuit|suit|backpack',
      'bra|shoe|dress|shirt|ring|hat|helmet|wetsuit|bike|bicycle|ski|skis|car ~1 size|seat|length',
    ],
    unless: ['body frame'],
    notTopics: ['frame_size'],
  },
  {
    id: 'other',
    name: 'This',
    patterns: [
      'weather|forecast|temperature|rain|snow ~6 tomorrow|today|outside|week|in|like',
      'weather',
      'python|javascript|typescript|java|sql|html|excel|regex|docker|kubernetes|function|script|code|program|algorithm ~4 write|for|in|that|to|error|how|formula',
      'write|tell|sing|compose ~4 poem|joke|story|song|essay|email|letter|code|script|haiku|limerick|function',
      'capital|president|population|king|queen of',
      'prime minister',
      'bitcoin|stock|stocks|shares|crypto|mortgage|tax|taxes|dollar|exchange ~4 price|rate|buy|how|worth',
      'translate|translation',
      'system prompt',
      'prompt|instructions ~4 output|show|print|reveal|ignore|repeat|your',
      'output|show|print|reveal|ignore|repeat ~4 prompt|instructions|password|passwords|secret|secrets',
      'who won|invented|wrote|painted|is|was ~3 world|cup|election|match|game|president|author',
      'football|soccer|basketball|baseball|cricket ~3 score|result|results|match',
      'flight|hotel|train|ticket|restaurant|directions ~4 book|to|in|near|from',
      'horoscope|zodiac|lottery|lucky',
      'iq',
      'hair|nail|eye ~2 colour|color|style|dye',
      'movie|film|song|book ~3 recommend|recommendation|suggest|best',
      'meaning of life',
    ],
  },
]

/** Words of concepts used above. */
export const SCOPE_CONCEPTS = {
  disease:
    'diabetes cancer pcos hypothyroidism hyperthyroidism depression adhd anaemia anemia asthma copd hypertension lipoedema lipedema cushing covid flu pneumonia osteoporosis arthritis gout appendicitis infection tumour tumor disease syndrome thyroid autism dementia alzheimer parkinson epilepsy hiv celiac coeliac endometriosis sleep apnoea apnea prediabetes',
  food: 'banana apple apples egg eggs pizza burger rice bread chicken avocado milk chocolate cookie cookies cake pasta potato potatoes chips crisps salad cheese yoghurt yogurt oats oatmeal nuts almonds steak fish salmon beer wine coke soda juice coffee latte smoothie sandwich toast butter fruit food foods 100g slice cup bowl glass portion serving bar granola sushi kebab fries ice tuna beans lentils tofu honey sugar',
  drug: DRUGS,
} as const

/** Words that ask about a body as this service judges it, whatever else a question mentions. */
export const OURS: readonly string[] = [
  'overweight|obese|underweight|stunted|wasted|stunting|wasting|percentile|percentiles|centile|centiles',
  'too thin|fat|heavy|skinny|tall|short|small|light',
  'healthy|normal|ideal|target|goal weight',
  'how|what ~3 should|must|could|would ~3 weigh',
]
