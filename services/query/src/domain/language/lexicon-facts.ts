import type { Population } from '../metrics/card.ts'
import type { Sex } from '../person.ts'
import type { Facts } from './structured-query.ts'

/**
 * A condition as people name it. `lasting` facts stay true after the event that they name ("lost a leg in 2010");
 * the others are over when they are said of the past.
 */
export type FactEntry = {
  readonly fact: Facts
  readonly sex?: Sex
  readonly lasting?: true
  readonly phrases: string
}

const SPORTS =
  'athlete|competitive athlete|elite athlete|professional athlete|recreational athlete|bodybuilder|body builder|rower|oarsman|sprinter|marathon runner|runner|cyclist|triathlete|swimmer|gymnast|wrestler|judoka|boxer|weightlifter|powerlifter|footballer|football player|rugby player|rugby prop|rugby forward|rugby hooker|rugby lock|hooker in rugby|plays rugby|play rugby|prop forward|loosehead prop|tighthead prop|tighthead|loosehead|flanker|fly half|scrum half|lock forward|goalkeeper|centre back|center back|midfielder|point guard|basketball player|handball player|hockey player|tennis player|volleyball player|linebacker|quarterback|crossfitter|decathlete|heptathlete|climber|ballet dancer|professional dancer|shot putter|hammer thrower|discus thrower|javelin thrower|skier|biathlete|speed skater|figure skater|fencer|mma fighter|sumo wrestler|strongman|olympian|national team|varsity player|muscular build|very muscular|lots of muscle'

const OWNERS = ['a', 'an', 'one', 'my', 'his', 'her', 'their', 'the']
const WHICH = [
  '',
  'left',
  'right',
  'whole',
  'entire',
  'whole left',
  'whole right',
  'entire left',
  'entire right',
]
/** Not "without": a foot board, a hand scale and a leg day are no limbs. */
const LOST = ['lost', 'missing']
const TAKEN = [
  ...['amputated', 'was amputated', 'has been amputated', 'had to be amputated', 'amputation'],
  ...['taken off at', 'was taken off at', 'cut off at', 'was cut off at', 'was cut off'],
  ...['was removed at', 'was removed', 'had to come off', 'blown off', 'was blown off'],
]

/** Every way to say that a limb is missing: "lost his whole left leg", "missing her right foot", "hand was amputated". */
const lossOf = (limb: string): string =>
  [
    ...LOST.flatMap((verb) =>
      OWNERS.flatMap((owner) => WHICH.map((which) => `${verb} ${owner} ${which} ${limb}`.replace('  ', ' '))),
    ),
    // "missing left hand"; without a side and an owner it may be a leg day.
    ...LOST.flatMap((verb) => WHICH.flatMap((which) => (which ? [`${verb} ${which} ${limb}`] : []))),
    ...TAKEN.map((taken) => `${limb} ${taken}`),
    `amputation of the ${limb}`,
    `amputation of a ${limb}`,
  ].join('|')

/** Every way to say that both are missing: "both legs were taken off above the knee". */
const lossOfBoth = (limbs: string): string =>
  [
    ...LOST.flatMap((verb) =>
      ['both', 'both my', 'both his', 'both her', 'both their', 'his', 'my', 'her', 'their'].map(
        (owner) => `${verb} ${owner} ${limbs}`,
      ),
    ),
    ...[
      'amputated',
      'were amputated',
      'are amputated',
      'taken off',
      'were taken off',
      'removed',
      'were removed',
    ].map((taken) => `both ${limbs} ${taken}`),
  ].join('|')

/** What a finger leaves in swollen skin; a dent in a wallet is none. */
const DENTS = [
  ...['feet', 'legs', 'ankles', 'shins'].flatMap((part) =>
    ['a dent', 'a pit', 'a hole', 'dents', 'pits'].map((mark) => `${part} leave ${mark}`),
  ),
  ...['foot', 'leg', 'ankle', 'shin', 'skin', 'thumb', 'finger', 'pressing', 'press'].flatMap((part) =>
    ['a dent', 'a pit', 'a hole', 'dents', 'pits'].map((mark) => `${part} leaves ${mark}`),
  ),
  ...['pressed', 'i press', 'you press', 'we press', 'pressing'].flatMap((press) =>
    ['a dent', 'a pit', 'a hole', 'dents', 'pits', 'dent', 'pit'].map((mark) => `${mark} when ${press}`),
  ),
  ...['press it', 'pressed it', 'pressed'].flatMap((press) =>
    ['stay hole', 'stay a hole', 'stays a hole', 'stays dented', 'leaves a dent', 'leaves a hole'].map(
      (mark) => `${press} ${mark}`,
    ),
  ),
].join('|')

/** Conditions and descriptions that are not numbers. */
export const FACT_ENTRIES: readonly FactEntry[] = [
  {
    fact: { pregnant: true },
    sex: 'female',
    phrases:
      'pregnant|pregnancy|got pregnant at|fell pregnant at|became pregnant at|pg|preggo|preggers|preggy|prego|expecting a little one|expecting a child|expecting a boy|expecting a girl|expecting a son|expecting a daughter|expecting number|expecting another|expecting again|expecting in january|expecting in february|expecting in march|expecting in april|expecting in may|expecting in june|expecting in july|expecting in august|expecting in september|expecting in october|expecting in november|expecting in december|expecting in spring|expecting in summer|expecting in autumn|expecting in winter|expecting in the spring|expecting in the summer|expecting in the autumn|expecting in the new year|expecting soon|we\u0027re expecting|we are expecting|she\u0027s expecting|i\u0027m expecting|im expecting|little one on the way|baby on the way|bun in the oven|in the family way|pregnant again|expecting a baby|expecting twins|expecting my|expecting our|expecting her|is expecting|am expecting|currently expecting|gravid|gestating|first trimester|second trimester|third trimester|1st trimester|2nd trimester|3rd trimester|1 st trimester|2 nd trimester|3 rd trimester|weeks along|weeks gone|months along|months gone|months pregnant|weeks pregnant|mum to be|mom to be|mother to be|expectant mother|baby bump|carrying twins|carrying a baby|carrying a child|with child|gravida|primigravida|multigravida|i\u0027m due|i am due|due in january|due in february|due in march|due in april|due in may|due in june|due in july|due in august|due in september|due in october|due in november|due in december|baby is due|baby due|antenatal|booking weight|pre pregnancy|prepregnancy|before pregnancy|before the pregnancy|before my pregnancy|before her pregnancy|before this pregnancy|before getting pregnant|before i got pregnant|before i was pregnant|before she was pregnant|before she got pregnant|before becoming pregnant|before i became pregnant|before conception|prior to pregnancy|prior to the pregnancy|at the start of pregnancy|at the start of the pregnancy|at the beginning of the pregnancy',
  },
  {
    fact: { oedema: true },
    phrases: `${DENTS}|oedema|edema|oedematous|edematous|bilateral oedema|bilateral edema|pitting oedema|pitting edema|bilateral pitting oedema|bilateral pitting edema|pitting|swollen with fluid|ascites|anasarca|swollen feet|swollen legs|swollen ankles|swollen ankle|swollen foot|swollen leg|feet are swollen|legs are swollen|ankles are swollen|feet swollen|legs swollen|ankles swollen|swelling of the feet|swelling of the legs|swelling of the ankles|swelling of both feet|swelling in the feet|swelling in the legs|swelling in the ankles|swelling in both legs|swelling in both feet|swelling in his legs|swelling in her legs|swelling in my legs|swelling in my ankles|swelling in my feet|ankle swelling|leg swelling|foot swelling|feet swelling|peripheral swelling|puffy feet|puffy legs|puffy ankles|water retention|fluid retention|retaining water|retaining fluid|retains water|retains fluid|water in the legs|water in her legs|water in his legs|water in my legs|fluid overload|fluid overloaded|kwashiorkor|swelling on both feet|feet swell|legs swell|ankles swell`,
  },
  {
    fact: { amputation: true, missingLimb: 'lower_leg_and_foot' },
    lasting: true,
    phrases: `${lossOf('lower leg')}|below knee amputee|below knee amputation|below the knee amputee|below the knee amputation|bka|transtibial amputee|transtibial amputation|trans tibial amputation|trans tibial amputee|leg amputated below the knee|amputated below the knee|amputated below knee|leg amputated below knee|amputation below the knee|amputation below knee|lost a leg below the knee|lost his leg below the knee|lost her leg below the knee|lost my leg below the knee|leg off below the knee|leg off below knee|leg taken off below the knee|leg removed below the knee`,
  },
  {
    fact: { amputation: true, missingLimb: 'leg' },
    lasting: true,
    phrases: `${lossOf('leg')}|one legged|hip disarticulation`,
  },
  {
    fact: { amputation: true },
    lasting: true,
    phrases: `${lossOf('limb')}|${['legs', 'arms', 'feet', 'hands', 'limbs'].map(lossOfBoth).join('|')}|bilateral aka|bilateral bka|left aka|right aka|aka stump|double amputee|double amputation|bilateral amputee|bilateral amputation|bilateral amputations|has no legs|lost two limbs|amputee|amputees|amputation|amputations|amputated|above knee amputee|above knee amputation|leg off above the knee|leg off above knee|leg taken off|leg removed|leg taken off above the knee|leg removed above the knee|had her leg off|had her foot off|had her arm off|had his leg off|had his foot off|had his arm off|had my leg off|had my foot off|had my arm off|had a leg off|had a foot off|had a arm off|had the leg off|had the foot off|had the arm off|had one leg off|had one foot off|had one arm off|had their leg off|had their foot off|had their arm off|have her leg off|have her foot off|have her arm off|have his leg off|have his foot off|have his arm off|have my leg off|have my foot off|have my arm off|have a leg off|have a foot off|have a arm off|have the leg off|have the foot off|have the arm off|have one leg off|have one foot off|have one arm off|have their leg off|have their foot off|have their arm off|has had her leg off|has had her foot off|has had her arm off|has had his leg off|has had his foot off|has had his arm off|has had my leg off|has had my foot off|has had my arm off|has had a leg off|has had a foot off|has had a arm off|has had the leg off|has had the foot off|has had the arm off|has had one leg off|has had one foot off|has had one arm off|has had their leg off|has had their foot off|has had their arm off|took her leg off|took her foot off|took her arm off|took his leg off|took his foot off|took his arm off|took my leg off|took my foot off|took my arm off|took a leg off|took a foot off|took a arm off|took the leg off|took the foot off|took the arm off|took one leg off|took one foot off|took one arm off|took their leg off|took their foot off|took their arm off|had both legs off|had his legs off|had her legs off|had my legs off|arm taken off|foot taken off|foot removed|arm removed|aka amputation|above the knee amputation|above the knee amputee|transfemoral amputation|transfemoral amputee|leg amputated above the knee|leg was amputated above the knee|lost a leg above the knee|lost his leg above the knee|lost her leg above the knee|lost my leg above the knee|amputated above the knee|prosthesis|prosthetic leg|prosthetic arm|artificial leg|artificial limb|limb loss|missing limb|wears a prosthesis|prosthetic limb|stump`,
  },
  {
    fact: { amputation: true, missingLimb: 'arm' },
    lasting: true,
    phrases: `${lossOf('arm')}|one armed`,
  },
  {
    fact: { amputation: true, missingLimb: 'forearm_and_hand' },
    lasting: true,
    phrases: `${['forearm', 'lower arm', 'forearm and hand'].map(lossOf).join('|')}|below elbow amputee|below elbow amputation|transradial amputation`,
  },
  {
    fact: { amputation: true, missingLimb: 'foot' },
    lasting: true,
    phrases: lossOf('foot'),
  },
  {
    fact: { amputation: true, missingLimb: 'hand' },
    lasting: true,
    phrases: lossOf('hand'),
  },
  {
    fact: { pregnant: true, twins: true },
    phrases:
      'pregnant with twins|carrying twins|expecting twins|twin pregnancy|having twins|currently carrying twins|pregnant with two babies',
  },
  {
    fact: { position: 'lying' },
    phrases:
      'recumbent|recumbent length|lying|lying down|supine|measured lying|measured lying down|lying on a board|length board|on an infantometer',
  },
  { fact: { position: 'standing' }, phrases: 'standing|measured standing|standing up|stadiometer|upright' },
  {
    fact: { activityLevel: 'sedentary' },
    phrases:
      'sedentary|desk worker|office worker|desk bound|sit at a desk|desk job|inactive|no exercise|couch potato|office job|sedentary job|desk work|sit all day',
  },
  {
    fact: { activityLevel: 'low_active' },
    // "Moderately active" of everyday calculators is a factor of about 1.55: the class from 1.4 to 1.6 of IOM 2005.
    phrases:
      'lightly active|light activity|low active|slightly active|light exercise|moderately active|moderate activity|moderate exercise',
  },
  {
    fact: { activityLevel: 'active' },
    phrases: 'active',
  },
  {
    fact: { activityLevel: 'very_active' },
    phrases: 'very active|highly active|extremely active|heavy exercise',
  },
  { fact: { athlete: true }, phrases: SPORTS },
  { fact: { ancestry: 'black' }, phrases: 'black|african american|afro caribbean|black african' },
  { fact: { ancestry: 'white' }, phrases: 'white|caucasian' },
  { fact: { ancestry: 'hispanic' }, phrases: 'hispanic|latino|latina' },
  { fact: { pubertalStage: 'prepubescent' }, phrases: 'prepubescent|prepubertal' },
  { fact: { pubertalStage: 'postpubescent' }, phrases: 'postpubescent|postpubertal' },
]

/** Words of origin and the population whose cut-offs apply. */
export const POPULATION_ENTRIES: readonly { readonly population: Population; readonly phrases: string }[] = [
  {
    population: 'south_asian',
    phrases:
      'south asian|indian|pakistani|bangladeshi|sri lankan|nepali|nepalese|tamil|punjabi|bengali|gujarati|indian origin|from india|from pakistan|from bangladesh|from sri lanka|from nepal',
  },
  {
    population: 'asian',
    phrases:
      'asian|asian population|east asian|southeast asian|south east asian|korean|vietnamese|thai|filipino|filipina|malay|malaysian|indonesian|singaporean|cambodian|burmese|taiwanese|asian origin|asian descent|asian background|from korea|from vietnam|from thailand|from the philippines|from indonesia|from malaysia|from singapore',
  },
  {
    population: 'chinese',
    phrases: 'chinese|han chinese|chinese origin|chinese descent|from china|from hong kong',
  },
  { population: 'japanese', phrases: 'japanese|from japan' },
  {
    population: 'europid',
    phrases:
      'europid|european|british|english woman|english man|german woman|german man|finnish|swedish|norwegian|danish|dutch|polish|irish|scottish|italian|spanish woman|spanish man|french woman|french man|greek|portuguese',
  },
]
