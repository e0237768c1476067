import type { Sex } from '../person.ts'
import { BIRTH_CUES, type BirthCue } from './lexicon-births.ts'
import { CLAUSE_CUES, type ClauseCue } from './lexicon-clauses.ts'
import type { Intent } from './structured-query.ts'

export type Cue =
  | ClauseCue
  | BirthCue
  | 'correction'
  | 'not'
  | 'than'
  | 'jointly'
  | 'target'
  | 'load'
  | 'shared'
  | 'from_change'
  | 'from_target'
  | 'versus'
  | 'define'
  | 'turning'
  | 'duration'
  | 'skinfold'
  | 'copula'
  | 'circumference'

/** Words that say how a number is meant, separated by `|`. */
export const CUE_ENTRIES: readonly { readonly cue: Cue; readonly phrases: string }[] = [
  ...CLAUSE_CUES,
  ...BIRTH_CUES,
  {
    cue: 'correction',
    phrases:
      'no|no wait|sorry|i mean|i meant|actually|scratch that|strike that|strike through|forget that|correction|oops|wait|make that|edit|edited|but it\u0027s really|really|rather|whoops|*|err|er|it\u0027s really|should read|should be|should say|should have been|ought to be|correct is|correct value|corrected to|my mistake|my bad|typo|misread|mistyped|mistake|re measured|remeasured|measured again|re weighed|reweighed|weighed again|re checked|rechecked|on second thought|to be precise|to be exact|in fact|turns out|turned out|in truth|in reality|the truth is|pardon|apologies|i stand corrected|that is|better said|let me correct|updated|update',
  },
  {
    cue: 'not',
    phrases:
      'not|rather than|instead of|isn\u0027t|wasn\u0027t|i said|ignore|ignore the|disregard|disregard the|forget the|wrongly|mistakenly|wrong value|i wrote|i typed|i first said|i earlier said|nurse wrote|recorded as|written as|noted as|misreported as|misread as|chart says|file says',
  },
  {
    cue: 'than',
    phrases:
      'more|heavier|lighter|taller|shorter|bigger|smaller|thinner|fatter|older|younger|more than|less than|overweight by|above|below|too heavy|too tall|over the healthy range|over the healthy weight|over the healthy weight range|above the healthy range|above the healthy weight|above the healthy weight range|over healthy weight|above healthy weight|over a healthy weight|above a healthy weight|over the normal range|above the normal range|below the healthy range|under the healthy range|over my ideal weight|above my ideal weight|over my healthy weight|above my healthy weight',
  },
  { cue: 'jointly', phrases: 'between us|together|combined|we weigh|in total|total weight|put together' },
  {
    cue: 'target',
    phrases:
      'goal|target|id like to be|i\u0027d like to be|i\u0027d like to weigh|i\u0027d love to be|i\u0027d love to weigh|would love to weigh|would love to be|hope to weigh|hopes to weigh|hoping to weigh|hope to be|hoping to be|hope to reach|hopes to reach|aims for|to reach|aim to weigh|aims to weigh|aim to be|aim is|aiming to be|aiming to weigh|wish to weigh|wish to be|wishes to weigh|wants me under|wants me at|wants me below|wants me to weigh|wants me to be|wants her at|wants him at|wants her under|wants him under|dream weight|aiming at|aim at|aims at|get below|get under|be below|need to get below|need to get under|want to get below|want to get under|want to be below|until i reach|until i weigh|until|planning to reach|plan to reach|plan to weigh|plans to weigh|intend to reach|need to be|need to get to|need to get down to|need to reach|ideal would be|want to drop to|want to go down to|want to go to|want to slim to|want to come down to|want to be at|want to be under|wants to drop to|wants to be under|wants to go down to|like to get to|like to get down to|like to reach|like to be|like to weigh|want to be|want to weigh|want to reach|want to get to|want to get down to|want to get|want a|reach|get down to|get to|to get to|to get down to|aim for|aiming for|hoping for|desired|wants to weigh|wants to be|wants to get to|wants to get down to|wants to reach|would like to weigh|would like to reach|would like to be|trying to reach|trying to get to|trying to get down to|plans to reach',
  },
  {
    cue: 'load',
    phrases:
      'bed|chair|table|door|sofa|car|bike|wall|room|desk|bench|benched|bench press|squat|squats|deadlift|deadlifts|lift|lifts|lifted|carry|carries|carrying|backpack|rucksack|dumbbell|dumbbells|barbell|kettlebell|luggage|suitcase|bag|press|sprint|race|dash|swim|run|ran|walked|dose|bottle|bar|weights|vest|grip|grip strength|handgrip|hand grip|pack|jump|jumps|jeans|shoe|shoes|size|shirt',
  },
  {
    cue: 'shared',
    phrases:
      'both|each|all of us|both of us|both of them|each of us|each of them|all of them|all three|all four|all',
  },
  { cue: 'from_change', phrases: 'went|gone|has gone|dropped from|fell|down from|went down|reduced|changed' },
  {
    cue: 'from_target',
    phrases: 'how long to go|to go|to get|how long|get|getting|going|get me|take me|get him|get her',
  },
  {
    cue: 'define',
    phrases:
      "what is|what's|whats|what are|what does|what do|what did|mean|means|meaning|meaning of|define|definition|definition of|explain|explanation|formula|formula for|formula of|how is|how are|how do you|how do i calculate|how do i measure|how do we|how to calculate|how to measure|how to compute|how to take|how to work out|how can i measure|how does|difference between|differences between|differ|why|why is|why are|why do|why does|cut off|cut offs|cutoff|cutoffs|cut off for|threshold|thresholds|normal range|reference range|what counts as|counts as|where do|where does|come from|does|do you|work for|works for|how accurate|how reliable|accurate|reliable|accuracy|which|who invented|history of|convert|how many|stand for|stands for|used for|is there|are there|what range|limits of|when is|when should|tell me about|interpret|interpretation|best for|equation for|equation of|advantages|disadvantages|limitations|limitation",
  },
  { cue: 'versus', phrases: 'vs|versus|compared to|compared with' },
  {
    cue: 'turning',
    phrases:
      'turning|almost turning|about to turn|turns|will turn|will be|he\u0027ll be|she\u0027ll be|i\u0027ll be|soon to be|nearly|going on',
  },
  {
    cue: 'skinfold',
    phrases:
      'skinfold|skinfolds|fold|folds|skin fold|skin folds|caliper|calipers|calliper|callipers|caliper readings|pinch test',
  },
  { cue: 'circumference', phrases: 'circumference|girth' },
  { cue: 'copula', phrases: 'is|am|i am|are|turned|just turned' },
]

export const INTENT_ENTRIES: readonly { readonly intent: Intent; readonly phrases: string }[] = [
  {
    intent: 'classify',
    phrases:
      'worried|worry|be worried|concerned|concerning|worrying|alarming|overweight|obese|obesity|underweight|thin for|skinny for|small for|short for|tall for|big for|heavy for|light for|too small|too short|too big|too light|malnourished|malnutrition|acute malnutrition|undernourished|nutritional status|normal|healthy|ok|okay|class|category|classify|classification|too much|too high|too low|too heavy|too thin|risk|too fat|too skinny|above the cut off|cut off|good',
  },
  {
    intent: 'compare',
    phrases:
      'compare|comparison|difference between|differences between|agree|higher|lower|differ|difference|disagree|vs|versus|compared to|compared with',
  },
  {
    intent: 'target',
    phrases:
      'what weight|which weight|must i|have to weigh|should i weigh|to reach|goal|target|want to get down to|want to reach|want to weigh|want a|how much must|what waist|how slim|gives me|goal weight|gw|target weight|how long to go|need to weigh|what would i have to|want to be|must my|what must|what should my|to reach a|do i need to weigh|do i need to lose|do i need to gain|do i have to weigh|need to lose|need to gain|have to lose|have to gain|have to put on|should i lose|should i gain|which weight|what weight',
  },
  {
    intent: 'trajectory',
    phrases:
      'how long|how long to go|in a year|will i weigh|what will i weigh|over time|trajectory|per week|by when',
  },
]

/** Named persons: relation words that point to one person, with the sex that the word says. */
export const PERSON_ENTRIES: readonly {
  readonly role: string
  readonly sex?: Sex
  readonly phrases: string
}[] = [
  { role: 'wife', sex: 'female', phrases: 'wife|girlfriend|fiancee|gf|missus|bride' },
  { role: 'husband', sex: 'male', phrases: 'husband|boyfriend|hubby|groom' },
  { role: 'son', sex: 'male', phrases: 'son|sons|my boy|our boy|my little boy|our little boy' },
  { role: 'daughter', sex: 'female', phrases: 'daughter|daughters|my little girl|our little girl|our girl' },
  { role: 'brother', sex: 'male', phrases: 'brother|bro' },
  { role: 'sister', sex: 'female', phrases: 'sister|sis' },
  { role: 'mother', sex: 'female', phrases: 'mother|mum|mom|mam|mummy|mommy' },
  { role: 'father', sex: 'male', phrases: 'father|dad|daddy|papa' },
  {
    role: 'grandmother',
    sex: 'female',
    phrases:
      'grandmother|grandma|granny|gran|nana|my nan|our nan|his nan|her nan|nanna|grandmum|nonna|abuela|oma',
  },
  {
    role: 'grandfather',
    sex: 'male',
    phrases: 'grandfather|grandpa|granddad|grandad|gramps|grampa|nonno|abuelo|opa',
  },
  { role: 'aunt', sex: 'female', phrases: 'aunt|auntie|aunty' },
  { role: 'niece', sex: 'female', phrases: 'niece' },
  { role: 'uncle', sex: 'male', phrases: 'uncle' },
  { role: 'nephew', sex: 'male', phrases: 'nephew' },
  { role: 'grandson', sex: 'male', phrases: 'grandson' },
  { role: 'granddaughter', sex: 'female', phrases: 'granddaughter' },
  { role: 'stepfather', sex: 'male', phrases: 'stepfather|stepdad|step dad|step father' },
  { role: 'stepmother', sex: 'female', phrases: 'stepmother|stepmum|stepmom|step mum|step mom|step mother' },
  { role: 'stepbrother', sex: 'male', phrases: 'stepbrother|step brother' },
  { role: 'stepsister', sex: 'female', phrases: 'stepsister|step sister' },
  { role: 'stepson', sex: 'male', phrases: 'stepson|step son' },
  { role: 'stepdaughter', sex: 'female', phrases: 'stepdaughter|step daughter' },
  { role: 'partner', phrases: 'partner|spouse|fiance' },
  { role: 'friend', phrases: 'friend|best friend|mate|buddy' },
  { role: 'colleague', phrases: 'colleague|coworker|co worker|boss|neighbour|neighbor|teacher here' },
  { role: 'cousin', phrases: 'cousin' },
  { role: 'flatmate', phrases: 'flatmate|roommate|housemate' },
  { role: 'ex', phrases: 'my ex|her ex|his ex|ex wife|ex husband|ex girlfriend|ex boyfriend|ex partner' },
  {
    role: 'animal',
    phrases:
      'bike|bicycle|car|bed|chair|table|desk|sofa|door|bag|backpack|suitcase|barbell|dog|cat|horse|puppy|pony|pet|kitten|rabbit|hamster|cow|goat|parrot|guinea pig|labrador|poodle|terrier|foal|calf weighs|tortoise',
  },
]

/** Words that say the sex of whoever is spoken of. */
export const SEX_ENTRIES: readonly {
  readonly sex: Sex
  readonly pronoun?: true
  readonly phrases: string
}[] = [
  {
    sex: 'male',
    phrases:
      '♂|male|man|boy|guy|dude|gentleman|men|mael|mr|homme|mann|hombre|männlich|garçon|schoolboy|lad|laddie|bloke|chap|fella|fellow|adult male|males|mans|baby boy|teenage boy|masculine|niño',
  },
  {
    sex: 'female',
    phrases:
      '♀|female|woman|girl|lady|women|femal|mrs|ms|miss|femme|frau|mujer|weiblich|fille|schoolgirl|lass|lassie|gal|females|womans|baby girl|niña|fem',
  },
  { sex: 'male', pronoun: true, phrases: 'he|he\u0027s|his|him' },
  { sex: 'female', pronoun: true, phrases: 'she|she\u0027s|her|hers' },
]

export const UNCLEAR_SEX =
  'trans woman|trans man|transgender|transgender woman|transgender man|non binary|nonbinary|intersex|enby|trans female|trans male|genderqueer|agender|transwoman|transman'

export const VAGUE_AGES =
  'thirties|twenties|forties|fifties|sixties|seventies|eighties|nineties|middle aged|middle age|teenage|teenager|teen|toddler|elderly|newborn|neonate|baby|infant|preschooler|pensioner|pensionable|adolescent|octogenarian|kindergartner|kindergartener|preschool|first grader|second grader|third grader|fourth grader|fifth grader|sixth grader|first grade|second grade|third grade|fourth grade|fifth grade|school age|school aged|primary school|secondary school|high school|middle school|senior citizen|tween|kindergarten|nursery|nb'

export const YOUNG_WORDS =
  'boy|girl|my boy|our boy|our girl|my little boy|our little boy|my little girl|our little girl|son|daughter|child|kid|schoolboy|schoolgirl|baby boy|baby girl|grandson|granddaughter|pupil'

export const ADULT_WORDS =
  'adult|adults|grown up|bloke|chap|fella|man|woman|men|women|gentleman|lady|wife|husband|mother|father|grown man|grown woman|mr|mrs'

/** Words that only join. Any other word between a label and a number makes the label distant. */
export const FILLERS = new Set(
  'is of = : was are at be a an the my her his their our around about circumference girth sex gender size measured measures measuring % reads equals approx currently now today it it\u0027s s only just still me i am and with has been'.split(
    ' ',
  ),
)
