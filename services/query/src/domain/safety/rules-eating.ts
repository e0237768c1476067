import type { Rule } from './rule.ts'

const PURGE = 'vomiting, laxatives or similar ways to control weight'
const RESTRICT = 'eating so little that it is dangerous'
const SIGNS = 'signs that can belong to an eating disorder'

/** Eating disorders and dangerous ways to lose weight. The notation of patterns is that of `pattern`. */
export const EATING_RULES: readonly Rule[] = [
  {
    id: 'starve_to_death',
    kind: 'eating_disorder',
    source: ['NG69', 'NG225'],
    understood: 'how far weight can fall before it kills',
    pastCounts: true,
    needs: [
      [
        'low|lowest|minimum|min|smallest|thin|thinnest|skinny|least|light|lightest|little|much|far|long|bmi|weight',
      ],
      [
        'how|lowest|minimum|what|at|which ~8 before|until|till|and|to|without|when|can|still|does ~5 die|dies|dead|dying|death|kills|kill|survive|survives|alive|fatal|deadly|organs|organ|collapse|hospitalised|hospitalized|hospital|starve|faint|dangerous|ill',
        'lowest|minimum ~5 survive|survivable|live|alive|possible',
        'organs|organ|heart ~4 fail|failing|stop|shut|shutting ~6 bmi|weight|at',
        'bmi|weight ~8 organs|organ|heart ~3 fail|failing|fails|stop|stops|shut',
        'close|near|far ~3 death|dying ~4 bmi|weight|kg',
        'bmi ~6 incompatible|compatible|fatal|lethal|kill|kills|die',
      ],
    ],
    unless: [
      'how|what ~5 lower|increase|reduce ~4 risk',
      'cancer|diabetes|covid|disease|mortality|statistics',
    ],
  },
  {
    id: 'purging',
    kind: 'eating_disorder',
    source: ['NG69', 'SCOFF'],
    understood: PURGE,
    needs: [
      [
        '@purge',
        'make|makes|making|made|force|forcing|forces @self|me|self ~2 sick|vomit|vomiting|throw|puke|barf',
        'finger|fingers|toothbrush ~3 throat',
        'throw|throws|throwing|threw up ~4 meal|meals|eating|eat|dinner|lunch|food|everything|daily|purpose|lose|skinny',
        'vomit|vomits|vomiting|vomited ~3 after|purpose|meals|daily|eat|lose',
        'sick ~1 after|purpose ~2 meal|meals|eating|purpose|dinner|every',
        'chew|chews|chewing ~2 spit|spits|spitting',
        'spit|spits|spitting ~4 chew|chewed|food|meals|eat',
        'disappears|disappear|vanishes|rushes|rush|locks|lock|runs|straight ~5 bathroom|toilet|loo ~4 after ~3 meal|meals|eating|dinner|lunch|eats|food',
        'after ~3 meal|meals|eating|dinner|lunch|eats ~5 disappears|disappear|vanishes|rushes|rush|locks|lock|runs|straight ~4 bathroom|toilet|loo',
        'knuckles ~3 scarred|scars|raw|calluses|red',
        'salt water|mustard ~5 vomit|up|sick|food',
        'bring|bringing|brings ~3 food|it|meal|lunch|dinner up',
        'bring|bringing|brings ~3 back|up ~2 after ~2 eat|eating|meal|meals',
      ],
    ],
    unless: [
      'pregnant|pregnancy|chemo|chemotherapy|gastroenteritis|bug|norovirus|flu|reflux|migraine|medication|antibiotics|morning',
    ],
  },
  {
    id: 'laxatives',
    kind: 'eating_disorder',
    source: ['NG69'],
    understood: PURGE,
    needs: [
      ['@laxative', 'water pills', 'diet|slimming pill|pills', 'ephedrine|clenbuterol|dnp|clen'],
      [
        '@loss',
        'stay|thin|abuse|abusing|misuse|addicted|binge|every ~1 day|meal|night',
        'after ~3 eat|eating|meal|binge|dinner',
      ],
    ],
    unless: [
      'constipation|constipated|prescribed|heart|colonoscopy|hypertension|fluid|oedema|edema',
      'diet|slimming pill|pills ~6 work|safe|legal|legit|recommend',
      'should|can|do|are|is ~4 diet|slimming pill|pills',
    ],
  },
  {
    id: 'insulin',
    kind: 'eating_disorder',
    source: ['NG69'],
    understood: 'leaving out insulin to lose weight',
    needs: [
      [
        'skip|skips|skipping|skipped|omit|omits|omitting|miss|missing|less|reduce|reducing|stop|stopped|stopping|without|leave|leaving|avoid|avoiding|ration|rationing|withhold|cut|cutting|restrict|not|underdose|underdosing ~4 insulin',
        'skip|skips|skipping|omit|omits|miss|misses|missing ~2 shots|injections|jabs ~6 slim|lose|weight|thin|skinny|lighter',
        'high|higher sugar|sugars|glucose ~4 purpose|lose|drop|weight|thin',
        'insulin ~3 skip|skipping|omission|restriction|off',
        'inject|injecting|use|using|abuse|abusing ~2 insulin ~4 lean|lose|shredded|ripped|muscle|cut|thin',
      ],
      ['@loss', 'weight|diet|figure|beach|prom'],
    ],
    unless: ['dose|dosing|units ~8 much|many', 'resistance|resistant'],
  },
  {
    id: 'pro_ana',
    kind: 'eating_disorder',
    source: ['NG69'],
    understood: 'content that praises being dangerously thin',
    pastCounts: true,
    needs: [
      [
        'pro ana|mia|ed|anorexia',
        'proana|promia|thinspo|thinspiration|meanspo|bonespo|fatspo|edtwt|edtwitter|sweetspo|diabulimia',
        'ana|mia ~1 tips|tricks|buddy|buddies|coach|diet|goal|goals|bootcamp|twitter',
        'tips|tricks|how|ways|want|trying ~4 become|be|get|being anorexic|bulimic|anorexia|underweight|ana',
        'abc ~1 diet ~4 ana|boot|camp|500|kcal',
        'ugw',
        'ultimate goal ~1 weight',
        'thigh gap',
        'low|high restriction|restricting',
        'goal|want|see|show|feel ~2 collarbones|hipbones|ribs|bones',
        'want|need|see ~4 bones|ribs|collarbones ~3 show|stick|showing|visible|sticking',
      ],
    ],
  },
  {
    id: 'disorder',
    kind: 'eating_disorder',
    source: ['NG69', 'SCOFF'],
    understood: 'an eating disorder',
    needs: [
      [
        'am|is|are|being|was|becoming|been|getting ~2 anorexic|bulimic|orthorexic',
        'i|@kin|with|have|has|having|had|got|relapse|relapsed|relapsing|my|her|his|suspect|think|developing|from ~4 anorexia|bulimia|ednos|osfed|arfid|orthorexia',
        '@disorder ~3 relapse|relapsed|again|back|patient|girl|teen',
        'i|@kin|have|has|with|my|her|his|suspect|think|developing ~3 eating disorder',
        'ed|eating ~1 disorder ~2 relapse|relapsed|again|recovery|voice',
        '@child ~8 anorexia|anorexic|bulimia|bulimic',
        'binge|bingeing|binging|binges ~1 eat|eating|eats|every|daily|again|and|disorder|then|purge|out|all|at',
        'can|could not ~1 stop ~2 bingeing|binging|eating',
      ],
    ],
    unless: [
      'am|is|are i|he|she|they ~2 not ~1 anorexic|bulimic',
      'due|secondary ~4 anorexia',
      'cancer|chemo|chemotherapy|cachexia ~6 anorexia',
    ],
  },
  {
    id: 'starving',
    kind: 'eating_disorder',
    source: ['NG69', 'SCOFF'],
    understood: RESTRICT,
    needs: [
      [
        'starve|starves|starving|starved @self',
        'starve|starving ~3 lose|skinny|thin|until|weight|days',
        'not|without|nothing|zero|no|stopped|stop|quit|refuse|refuses|refusing ~3 eaten|eat|eating|eats|food|meals|solid ~5 #2-400 ~1 day|days|weeks|week|month|months',
        'not|stopped ~3 eaten|eat|eating|eats ~4 days|weeks|week|lose|skinny|thin|deserve',
        'day #2-90 ~3 fast|fasting|cleanse',
        'eat|eats|eating|ate nothing|zero',
        'starve|starving|starvation ~1 me|tips|mode|diet|plan|help|motivation|for',
        'motivate|motivation|help|how|want|tips|ways ~3 starve',
        '#2-90 day|days|week|weeks ~2 fast|fasting|fasted|without ~2 food|eating|water',
        'fast|fasting|fasted ~4 #3-90 day|days|week|weeks',
        '#36-400 ~1 hour|hours|hr|hrs|h ~2 fast|fasting|fasts',
        'fast|fasting|fasted|fasts ~4 #36-400 ~1 hour|hours|hr|hrs|h',
        'water|juice|dry|dirty ~1 fast|fasting ~5 #2-90 day|days|week|weeks|month',
        '#2-90 day|days|week|weeks ~2 water|juice|dry ~1 fast|fasting',
        'only|just|nothing ~3 juice|water|celery|cucumber|cucumbers|lettuce|broth|coffee|tea|gum|lemon|apples|apple|ice|soda|coke ~6 day|days|week|weeks|month|months',
        'juice|water|celery|cucumber|broth|coffee|lemon|cabbage|air|lettuce ~2 only|alone|exclusively|diet|cleanse ~4 #3-90 day|days|week|weeks',
        'do|does not deserve ~2 eat|food|meals|dinner',
        'live|living|lives|survive|surviving|survives on ~5 coffee|cigarettes|gum|water|air|juice|apples|lettuce|nothing|tea|cucumber|cucumbers|ice|energy',
        'how ~3 long|many ~5 without ~1 food|eating|water|meal|meals',
        'stopped|stops|refuses|refusing|avoids|avoiding ~1 eating|eat|meals|food|dinner ~8 lost|losing|loss|thin|thinner|skinny',
        'eat|eats|eating ~1 once|one ~2 every|each #2-14 days',
        'skip|skipping|skips ~2 every|all|most meal|meals|breakfast',
      ],
    ],
    unless: [
      'nothing but|except|else|other ~3 food|meals|meat|fish|plants|junk|vegetables|fruit|healthy|clean',
      'ramadan|lent|religious|orthodox|blood|test|surgery|operation|intermittent|16|eid|yom|kippur|navratri',
      'not ~2 eaten|eat|eating ~2 meat|sugar|carbs|bread|gluten|dairy|chocolate|sweets|well|much|vegetables|out|fish|junk|takeaway|enough|healthily|properly',
    ],
  },
  {
    id: 'tiny_intake',
    kind: 'eating_disorder',
    source: ['NG69'],
    understood: RESTRICT,
    needs: [
      [
        'eat|eats|eating|ate|live|living|lives|survive|surviving|restrict|restricts|restricting|intake|limit|limiting|allow|allowed|consume|consuming|stay|staying|diet|take ~5 #0-799 ~1 kcal',
        '#0-799 kcal ~2 day|daily|diet|limit|per|total|max',
        '#0-799 a ~1 day ~2 kcal',
        'restrict|restricting|restricted ~2 to ~1 #0-799',
      ],
    ],
    unless: [
      '#0-799 ~2 kcal ~3 less|fewer|more|deficit|surplus|extra|below|above|under|over|burn|burned|burnt|reduction|cut|loss|short',
      'deficit|surplus|less|fewer|extra|more|burn|burns|burned|cut|cutting|reduce|reducing|add|adding|by|minus|snack|meal|breakfast|lunch|dinner|every|below|drop ~4 #0-799 ~1 kcal',
      '#0-799 fewer|less|more|extra|additional kcal',
      'supervised|supervision|vlcd|doctor|clinic',
      '#0-799 kcal ~2 breakfast|lunch|dinner|snack|meal|bar|shake|run|workout|session',
      'per|each ~1 meal',
    ],
  },
  {
    id: 'tiny_goal',
    kind: 'eating_disorder',
    source: ['NG69'],
    understood: 'a goal that is far underweight',
    needs: [
      [
        'want|goal|target|reach|get|need|be|dream|below|under|down|ideal|aim|aiming|gw|fastest|quickly|quick|lose ~5 bmi ~4 #8-17.4',
        'bmi ~3 #8-17.4 ~3 goal|target|dream',
        '#8-17.4 bmi ~3 goal|target|dream',
        'want|get|goal|reach|lose ~8 #8-17.4 bmi',
      ],
    ],
    unless: [
      'how|what ~6 underweight',
      'gain|gained|increase|from ~5 #8-17.4',
      'gain|putting|bulk|bulking',
      'year|years|yo|y|aged|son|daughter|child|percentile|centile',
      'is|was|has|had|of|at ~2 bmi ~3 #8-17.4',
    ],
  },
  {
    id: 'thin_goal',
    kind: 'eating_disorder',
    source: ['NG69'],
    understood: 'a goal that is far underweight',
    when: 'very_thin_goal',
    needs: [
      [
        'want|wants|wanna|wanting|goal|target|reach|reaching|dream|dreaming|aim|aims|aiming|gw|fastest|quickest|way|lose|losing|drop|dropping|down|under|below|cut|cutting|be|hit|plan|must|should|how|until|till',
      ],
    ],
    unless: ['gain|gaining|bulk|bulking|underweight', 'put|putting on', 'too thin|low|light'],
  },
  {
    id: 'hides_food',
    kind: 'eating_disorder',
    source: ['NG69'],
    understood: SIGNS,
    needs: [
      [
        'hide|hides|hiding|hid|throws|throwing|flushes|flushing|bins|binning|secretly|lies|lying|lie|pretends|pretend|pretending|feeds|disposes ~4 @meal',
        'hide|hides|hiding|hid|conceal ~3 weight|loss|eating|body ~4 from',
      ],
      ['@loss|losing|thin|shrinking|skinny|bony|baggy|weight|lost|weighs|weigh|kg'],
    ],
    unless: [
      '@child ~4 cheeks|cheek',
      'dog|cat|vegetables|broccoli ~3 hide|hides|hiding',
      'hide|hiding|hides ~2 vegetables|veg|veggies',
    ],
  },
  {
    id: 'several_signs',
    kind: 'eating_disorder',
    source: ['NG69'],
    understood: SIGNS,
    when: 'thin',
    needs: [
      [
        'faint|faints|fainted|fainting|dizzy|coat|baggy|lanugo|skips|skipping|skip|refuses|terrified|obsessed|obsessive|obsesses|mirror|disgusting|disgusted|layers|guilty|guilt|ashamed|secretly|secret|secretive|lies|cries|crying|compulsively|compulsive|punish|punishing|panic|panics|panicking|hide|hides|hiding',
        'count|counts|counting ~3 kcal',
        'weigh|weighs|weighing @self ~6 times|day|daily|hour|hourly|constantly|obsessively',
        'only|just|barely|hardly|never ~1 eat|eats|eating|ate',
        'run|runs|running|exercise|exercises|exercising|train|trains|works ~3 hours|obsessively|excessively|compulsively',
        'afraid|scared|fear|fears|terrified ~4 gain|gaining|fat|food|eating|carbs|weight',
        'hair ~3 falling|thinning|out',
        'cw|sw|hw|lw|gw|gw1 ~1 #25-120',
      ],
    ],
    unless: [
      'body fat|water',
      'fat mass|percent|free|percentage',
      'percent|of fat',
      'cold ~3 flu|cough|nose',
    ],
  },
  {
    id: 'feels_fat',
    kind: 'eating_disorder',
    source: ['SCOFF'],
    understood: SIGNS,
    when: 'thin',
    needs: [
      [
        'feel|feels|think|thinks|look|looks|am|is|still|so|too|says ~4 fat|huge|obese|disgusting|ugly|chubby|big|gross',
        'lose|losing|drop|get ~4 more|another|weight|kg|pounds|lbs|lighter|down|under|below',
        'how|help|tips ~6 lose|thinner|skinnier|smaller|there',
      ],
    ],
    unless: [
      'gain|gaining|putting ~3 weight',
      'too thin|skinny',
      'lost|losing ~4 illness|ill|cancer|covid|hospital|unintentionally|trying',
      'body fat',
      'am|is|are ~2 fat free',
    ],
  },
]
