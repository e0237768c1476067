import type { Theme } from './sign.ts'

const SIGNS = 'signs that can belong to an eating disorder'

/** Body image, the body under starvation, and pressure by others. The notation of patterns is that of `pattern`. */
export const THINNESS_SIGNS: readonly Theme[] = [
  {
    id: 'body_image',
    kind: 'eating_disorder',
    source: ['SCOFF', 'NG69'],
    understood: SIGNS,
    signs: [
      [
        4,
        [
          'want|wants|need|needs|goal|get|see ~6 collarbones|collarbone|ribs|bones|hipbones|cheekbones|spine ~5 see|seen|show|showing|visible|stick|soup|pop|out|count',
          'collarbones|hipbones|ribs|bones ~3 goals|goal|show|seen|poke',
          'legs|arms|thighs like sticks|twigs|matchsticks',
          'thigh gap',
          'be|being|become|am|is|trying|want ~2 sickest|thinnest|skinniest|lightest|tiniest|boniest',
          'sick|ill|thin|skinny|bad enough ~8 hospital|treatment|ward|seriously|help|tube',
          'tube ~1 feed|fed|feeding ~2 you|at|me',
          'what|how ~5 underweight|low|thin|lose|light ~6 before|until|til|to|be ~4 period|periods|hospital|hospitalised|hospitalized|admitted|sectioned|tube|inpatient',
          'be|get|getting|become hospitalised|hospitalized|sectioned|admitted|tubed ~6',
          'bmi ~5 under|below|to|of|hit|at|less ~2 #8-15.4 ~4 seriously|goal|fast|admit|take|quick|quickly|enough',
          'fastest|quickest|way|how|want|trying ~6 bmi ~3 #8-15.4',
          'bmi #8-15.9 ~2 enough|skinny|thin|want',
          'bmi ~1 #8-17.4 ~3 want|goal|aim ~2 #8-16.9',
          'pro|best|need|give ~2 thinspo|meanspo',
          'how|tips|want|teach ~4 anorexic|bulimic|anorexia|ana',
          'ed|ana|mia tips|tricks',
          'relapsing|relapse|relapsed ~3 hard|again|into|badly|bad',
          'lose it all|everything again',
          'minimum|lowest|least ~6 weigh|weight|bmi ~8 die|dead|drop|dying|alive|survive|death',
        ],
      ],
      [
        3,
        [
          'voice|voices ~6 eat|food|fat|skinny|thin|starve',
          'want|wants|wish|goal|need ~4 skinny|thin|bony|tiny|underweight|emaciated|skeletal ~1 like|as|again|so|,|enough',
          'body ~1 check|checks|checking|dysmorphia|dysmorphic',
          'slap|slapped|slaps|hit|punch|punched|pinch|pinched|pinches|grab|grabbed ~2 stomach|belly|thighs|fat|tummy',
          'how low can|should|do i|she',
          'no|without|spare|save ~2 lecture|lectures|judgement|judgment|judging|preaching',
          'discharged|discharge ~6 lose|losing|back',
          'everyone|everybody|people|friends|mum|mom|doctor|doc|they|family ~2 say|says|tells|think|thinks|keep|worried|want ~4 stop|ill|sick|problem',
          'everyone|everybody|they|doctor|doc|family ~2 says|say|tells ~3 eat more',
          'carved|carve ~3 fat|pig|ugly',
          'relapse|relapsing|relapsed',
        ],
      ],
      [
        2,
        [
          'still ~3 fat|big|massive|huge|disgusting|enormous|heavy|chubby|large|overweight',
          'hate|hates|loathe|disgusted|detest|ashamed|disgusts ~3 body|myself|herself|himself|thighs|stomach|legs|reflection|me',
          'can|could not|hardly ~1 look|bear|stand ~4 mirror|body|myself|reflection',
          'mirror ~4 cry|crying|cries|hate|hours|disgusting',
          'calls|called|calling|call|thinks|says|feel|feels|am|looks|look ~4 disgusting|whale|pig|gross|monster|repulsive|cow|massive|huge|elephant|worthless|ugly',
          'skinny|thin|small|light|tiny enough',
          'thinner|skinnier|smaller|lighter ~2 than|and ~3 everyone|her|friends|sister|them|thinner',
          'terrified|scared|afraid ~3 fat|weight|gaining|gain|kg',
          'perfect|ideal|dream body|figure|weight ~3 skinny|bones|thin|tiny|#30-45',
          'ugw|lw ~1 #30-140',
          'cw|gw|hw ~1 #30-115',
          'can|could not stop ~3 losing|dieting|lose|restricting|counting|weighing',
          'say|says|tell|keeps ~3 stop ~4 can not',
          'girls|models|influencers|dancers ~2 online|tiktok|instagram|magazines|tv',
        ],
      ],
      [
        1,
        [
          'fat|huge|massive|disgusting|gross|enormous|chubby|obese|flabby',
          'ugly',
          'cw|sw|hw|lw ~1 #60-200',
          'fast|fastest|quick|quickly|asap',
        ],
      ],
      [
        2,
        [
          'lose|losing|drop|slim|thinner|diet|dieting|smaller ~8 #1-40|weight|more|off|fast|kcal|another|better',
          'get|want|reach|hit|goal ~1 to|under|below|of|down|,|be ~2 #25-55',
          'want|goal|reach|hit|is|now #25-55',
        ],
        'thin',
      ],
      [1, ['lose|losing|slim|thinner|skinnier|diet|dieting'], 'minor'],
    ],
  },
  {
    id: 'starved_body',
    kind: 'eating_disorder',
    source: ['NG69', 'REDS'],
    understood: 'danger signs of a body that gets too little food',
    signs: [
      [
        2,
        [
          'heart|pulse|chest ~4 flutter|flutters|fluttering|racing|races|skips|skipping|irregular|pounding|slow|weird|stops',
          'palpitations|lanugo|bradycardia',
          'pulse|hr ~1 #20-45',
          'heart rate #20-45',
          'rate of|is #20-45',
          'fuzz|downy|fluffy|peach ~3 hair|arms|face|back|skin|fuzz',
          'keep|keeps|kept|almost|nearly|constantly|always|often ~2 fainting|blacking|passing|faint|collapsing|dizzy|falling',
          'skeletal|skeleton|emaciated|gaunt',
          'skin and bone|bones',
          'fading|wasting away',
          'can|could not|hardly|barely ~1 stand|walk|climb|get ~4 up|stairs|bed|black|without',
        ],
      ],
      [
        1.5,
        [
          'faint|faints|fainted|fainting|dizzy|lightheaded|blackout|blackouts|dizziness',
          'blacking|passing|passed|blacked|pass out',
          'going|goes|went|see|seeing black',
        ],
      ],
      [1.5, ['hair ~4 falling|falls|coming|comes|clumps|out|shedding|loss', 'losing|lost ~1 hair']],
      [
        1.5,
        [
          'no|lost|without|missed|missing|stopped|absent|lose|losing|not ~4 period|periods|menstruation',
          'period|periods|cycle ~3 stopped|gone|missing|disappeared|absent|lost|away',
          'amenorrhea|amenorrhoea',
        ],
      ],
      [
        1.5,
        [
          'blue ~2 fingers|hands|nails|lips|cold|toes',
          'fingers|hands|nails|lips|toes ~2 blue|purple',
          'always|so|constantly|permanently|forever ~1 freezing|cold|frozen',
          'freezing ~2 always|all|time',
        ],
      ],
      [
        1.5,
        [
          'bones|bottom|spine|hips|tailbone ~3 hurt|hurts|ache|bruise|sore ~4 sit|sitting|lie|bath|chair',
          'bones hurt|ache',
        ],
      ],
      [
        1,
        [
          'ankles|feet|legs ~2 swell|swells|swollen|swelling',
          'hands ~1 shake|shaking|tremble|trembling|shaky',
          'weak|exhausted|collapsing|shaky',
          'sore throat',
          'long|wears ~2 sleeves|layers',
        ],
      ],
      [2, ['has|have|got|getting|gotten|so|really|very|gets ~2 thin|thinner|skinny|bony|frail'], 'minor'],
    ],
  },
  {
    id: 'pressure',
    kind: 'eating_disorder',
    source: ['REDS', 'NG69'],
    understood: 'being pushed towards a weight that is too low',
    signs: [
      [
        4,
        [
          'boyfriend|husband|coach|mum|mom|agency|partner|girlfriend|bf|gf ~4 kcal|calorie limit|budget|allowance',
          'boyfriend|husband|bf|partner ~4 sets|texts|controls|decides|checks ~3 kcal|meals|weight|food|eat',
        ],
      ],
      [
        3,
        [
          'director|coach|teacher|agency|agent|trainer ~3 told|tells|says|said|wants|asked ~6 lose|drop|slim ~4',
          'lighter ~3 faster|better|higher|quicker|prettier',
          'only ~1 loves|love|likes|like|wants ~4 thin|skinny|slim|light|small',
          'leave|leaves|dump|dumps|break|divorce ~3 if|unless ~4 over|gain|gained|fat|above|heavier|weigh|under',
          'if|unless ~4 over|gain|above|fat ~6 leave|leaves|dump|dumps|out|fired',
          'pinched|grabbed|poked|pointed ~3 fat|belly|thighs|stomach|waist',
          'heaviest|fattest ~5 laps|punished|punishment|shamed|run|runs|extra',
          'kcal|calorie limit|budget ~4 boyfriend|husband|coach|mum|mom',
          '@pressure|bf|gf ~8 hips|waist|thighs|belly|size ~6 out|off|fired|down|drop|lose',
        ],
      ],
      [
        2,
        [
          '@pressure|mum|mom|mother|dad|bf|gf|they ~4 want|wants|wanted|told|tells|says|said|demands|insists|expects|require|requires|makes|pressures|forces ~10 lose|lighter|thin|thinner|off|slim|skinny|drop|belly|under|below|weight|kg|smaller|hips|less',
          'weigh|weighs|weighed|weighin|weighins|ins ~4 front|everyone|naked|public|underwear|team|monday',
          'weighs me|her|us ~4',
          'fit|fits ~3 dress|costume|jeans|tutu|leotard',
          'agency|casting|agent|catwalk|runway|shoots|shoot',
          'tease|teases|teased|teasing|bully|bullies|bullied|mock|mocked',
          'lose|losing|drop ~3 kg ~3 for|by|before ~5 nationals|competition|gymnastics|ballet|audition|prom|regionals|recital|show',
        ],
      ],
      [
        1,
        [
          'gymnast|gymnastics|ballet|ballerina|dancer|dance|jockey|figure|skater|wrestler|cheerleader|model|rower',
        ],
        'thin',
      ],
      [1, ['coach|teacher|director|agency|trainer'], 'minor'],
    ],
    unless: ['eat|gain|put|gaining ~2 more|weight|muscle|greens|#1-20'],
  },
  {
    id: 'making_weight',
    kind: 'eating_disorder',
    source: ['ACSM', 'REDS'],
    understood: 'losing weight by drying out',
    signs: [
      [
        2,
        [
          'no|without|skipped|skip|stop|stopped|cut|cutting|restrict|zero|not ~2 water|fluids|drinking|liquids|fluid|drink|drunk ~3',
          'dehydrate|dehydrating|dehydrated|dehydration',
        ],
      ],
      [
        1.5,
        [
          'sauna|saunas|sauna|liners|liner|rubber|sweatsuit|epsom|spitting|spit|baths|diuretics',
          'bin|trash|garbage|plastic|rubbish bags|bag|liners|suit',
          'hot bath|baths|tub',
          'run|runs|running|jog|jogs|skipping|cycling ~3 bin|bag|bags|liners|sweatsuit|rubber',
          'sweat|sweating|sweated',
        ],
      ],
      [
        1.5,
        [
          'weigh ins',
          'weigh in ,|tomorrow|tonight|at|on|friday|saturday|sunday|monday|for|every|thursday|and',
          'weighin|weighins|scales',
          'make|making|made ~2 weight|#30-120',
          'needs|need|must #30-120',
          'must|need|needs|have|has ~1 be|to ~2 #30-120 ~2 for|by|on|friday|saturday|sunday',
          'fight|bout|match|fighting|tournament|race|jockey|boxing|mma|wrestling|wrestle|judo|competition',
        ],
      ],
      [
        0.5,
        [
          '#1-15 kg over',
          'by|on|before|since|until monday|tuesday|wednesday|wed|thursday|thurs|friday|fri|saturday|sat|sunday|tomorrow|tonight',
          'two|three|2|3 a day',
          'tonight|tomorrow|friday|saturday|sunday',
        ],
      ],
    ],
    unless: ['baby|infant|toddler|newborn', 'water retention|intake|weight'],
  },
]
