import type { FactEntry } from './lexicon-facts.ts'

/** Groups of words in the phrases below and in the conditions. */
export const BODY_WORDS: Readonly<Record<string, string>> = {
  own: "my his her their the a an one 1 our your both this 's",
  side: 'left right whole entire lower upper other dominant l r lt rt',
  limb: 'leg legs arm arms foot feet hand hands limb limbs forearm forearms thigh',
  part: 'leg arm foot hand limb forearm',
  swells: 'feet foot foots legs leg ankle ankles shins calves thighs extremities scrotum limbs',
  inside: 'feet legs ankles belly abdomen tummy lungs scrotum tissues',
  when: 'january february march april may june july august september october november december spring summer autumn winter christmas xmas easter fall jan feb mar apr jun jul aug sep sept oct nov dec',
  soon: 'week weeks month months days wks fortnight',
  cause:
    'diabetes sugar gangrene sepsis frostbite cancer tumour tumor sarcoma meningitis mine landmine bomb ied crash accident shark train war explosion clot infection',
  much: 'a lot lots of some much extra more loads too',
  after: 'since due from because after left now only and anymore',
}

/** What stands behind a limb when the limb is no limb: "lost my leg warmers", "a foot race". */
const THINGS =
  'warmer|warmers|pump|race|day|days|press|bag|bath|cream|massage|muscle|muscles|strength|hair|room|rest|work|workout|guard|guards|pads|pad|wraps|band|bands|note|notes|ball|path|print|prints|step|steps|stool|luggage|brake|gel|lotion|sanitiser|sanitizer|cuff|curl|curls|spa|drill|saw|tool|towel|extension|extensions|raises|weights|weight'

/** Figures of speech and things that only look like a fact of the body: they say nothing. */
export const BODY_IDIOMS: readonly string[] = [
  `lost|lose|losing|missing|took|take|taking|cut|has|have ~1 @own? @side? @limb ${THINGS}`,
  'pregnant pause|silence|chad',
  'pregnant with ideas|meaning|possibilities|possibility',
  'speed|road|fist|goose bump|bumps',
  'bump on @own ~1 head|knee|elbow|forehead|arm|leg|nose|shin',
  'mortgage|rent|bill|bills|loan|payment|tax|taxes|essay|report|assignment|project|homework|thesis is|are? due',
  'squat*|stand*|balanc*|jump*|hop*|press*|lift* ~2 with|on one|1 leg|arm >and|for|every|each|at',
  'paralys*|paralyz* with|by ~1 indecision|fear|choice|doubt|shock|anxiety|grief|panic',
  'due in court|class|office|theatre|town|surgery',
  'an arm and a leg',
  'down to earth',
  'cancer by star|sign|zodiac|horoscope|birth',
  'leg of @own? ~1 trip|tour|journey|race|relay|lamb|flight',
]

/** Ways to say that a child came before term, without a word for it. */
export const EARLY_BIRTHS: readonly string[] = [
  "was|were|wasn't|wasnt|not? due|meant|supposed|expected|scheduled ~6 but|and|yet|however i|we|she|he|they|it? ~1 came|arrived|born|had|delivered|showed|turned ~4 @when",
  'vlbw|elbw',
]

/**
 * Facts in phrases with variable parts, as compiled by `bodyGrammar`. They add to the fixed phrases of `lexicon-facts.ts`,
 * which name the missing part more exactly and win where they are as long.
 */
export const BODY_PATTERNS: readonly { readonly meaning: FactEntry; readonly patterns: readonly string[] }[] =
  [
    {
      meaning: { fact: { amputation: true }, lasting: true, phrases: '' },
      patterns: [
        'amput*',
        'amput* @own? @side? ~1 @limb',
        '@part ~3 amput*|severed',
        '@side? @part is? gone|missing|severed|absent >@after|below|above|at|in',
        'artificial|bionic|robotic|prosthetic @limb',
        'false|fake|wooden|peg|metal leg|limb',
        'false legs|arm|foot|limbs',
        '@limb is|are artificial|prosthe*|bionic',
        'has|have|got|with? one|1 leg|arm|foot|hand and? the other is ~1 artificial|prosthe*|missing|gone|amput*|false|wooden',
        'removed|removing @own @side? leg|legs|arm|foot|limb >below|above|at|in|because|due|after|last|when',
        'running|prosthetic blade|blades',
        'walk|walks|walking|run|runs|running on @own? ~1 blade|blades|stump|stumps|prosthe*',
        'my|his|her|their|with|wears|wearing|has prosthetic|prosthetics|prosthesis|prostheses >on|off|in|is|and|leg|limb|weighs|included|fitted|since|from|attached|for',
        'was|were|is? born|bron ~2 without|missing @own? @side? ~1 @limb',
        'was|were|is? born|bron with ~2 no|one|1|only|just|half ~3 @limb >@after',
        'has|have|having|had|got|only|just|with one|1|single|half @side? leg|arm|foot|legs >@after',
        'has|have|having|got no legs|arms|feet|leg|arm >@after',
        "couldn't|couldnt|can't|cannot|cant save @own? ~2 @limb",
        'could|can not save @own? ~2 @limb',
        'unable|failed to save @own? ~2 @limb',
        '@cause ~2 took|cost|claimed|take|taken|takes @own? ~2 @limb',
        'cost him|her|me|them his|her|my|their ~1 @limb',
        'took|taken|take|taking|takes|cut|cutting|sawed off @own ~1 @limb',
        'took|taken|take|cut @own ~1 @limb off|away',
        'l|r|lt|rt|left|right|bilat|bilateral|sp aka|bka|akas|bkas|tma',
        'transmetatarsal|transhumeral|transfemoral|transtibial|transradial|disarticulat*|hemipelvectomy',
        'dysmelia|phocomelia|hemimelia|meromelia|thalidomide',
        'limb deficiency|difference|agenesis|reduction',
        'arm|leg|hand agenesis',
        'congenital*|congenit* absen*|missing|lack* of? ~3 @limb',
        'half|part|most of? @own ~1 @limb removed|gone|off|missing|lost',
        'limbless|legless veteran|man|woman|person',
      ],
    },
    {
      meaning: { fact: { oedema: true }, phrases: '' },
      patterns: [
        'oedem*|edema*|odema|oedma|edima|lymphoedema|lymphedema|lymphodema|hydrops|dropsy|anasarc*|ascit*|kwash*|nephrotic|paracentesis',
        '@swells ~3 puffy|puff|puffing',
        '@swells ~3 puffed up',
        'feet|foot|ankles|ankle ~2 puffed',
        '@swells ~3 swell*|swoll*|ballooned|ballooning|balloon',
        '@swells and|& face|hands ~2 swell*|swoll*|puff*',
        '@swells blow|blows|blew|blown|balloon|balloons up',
        '@swells ~2 like balloons|elephant|elephants|tree >trunks|trunk|legs',
        'puff* face|hands|eyes? and|&? @own? feet|legs|ankles|calves',
        'swell*|swoll* ~4 feet|foots|legs|ankles|shins|calves|extremities|scrotum',
        'swell*|swoll*|puff*|bloated up? to|till @own? knee|knees|thigh|thighs|hips|waist|groin',
        '@swells|belly|abdomen|tummy ~2 full|filled|heavy of|with ~1 water|fluid|liquid',
        'water|fluid|liquid ~1 in|on @own? @inside',
        'drained|drain|drains|tapped|removed|drew|drawn ~3 #? ~3 fluid|ascites',
        'drained|drain|drains|tapped ~2 #? ~3 from|off|out @own? belly|abdomen|tummy|lung|lungs|chest',
        'pleural|pericardial effusion|effusions|fluid',
        'fluid|volume|water overload*|retention|buildup|retain*',
        'retain* ~3 water|fluid',
        'holding on? to? @much? @much? @much? water|fluid >and|in|at|from|since|because|again|now|so|weight',
        'press*|push*|poke* ~6 dent|dents|mark|hole|pit|print ~2 stay*|remain*|leave*|left',
        'deep sock marks|lines|rings',
        'third spacing',
      ],
    },
    {
      meaning: { fact: { pregnant: true }, sex: 'female', phrases: '' },
      patterns: [
        'pregn*|pregant|pregent|pregers|prgnant|trimester*|hyperemesis|primip|primips|multip|primigravid*|multigravid*|expectant',
        'line|lines on @own? ~1 test|stick|strip >and|this|today|yesterday|so|now',
        'missed|late @own? ~1 period ~4 positive',
        'knocked up',
        'up the duff|spout|pole',
        'morning sickness',
        'having|expecting|awaiting|growing a|another|our|my|twins|triplets ~1 baby|child|twins|kid|human >in|next|this|soon|and|at|on|inside',
        'child|one|son|daughter is|are? ~1 due|expected in|at|on|around|before|by|next|this ~2 @when|@soon',
        'baby|bub|bubs|twins|triplets is|are|will? ~1 coming|arriving|arrives|arrive|due|comes|come|expected in|at|on|around|before|by|next|this ~2 @when|@soon',
        'due in ~1 #? @when|@soon',
        'months|weeks|wks|mths in with|to @own ~1 pregnancy|baby|second|third|first|fourth|child|twins',
        'in with our|my|her|his second|third|first|fourth|baby|twins|child',
        'baby|babies|twins|little no|number? #? on board',
        'baby|babies|twins inside',
        'baby|pregnancy|my|her|big|huge|growing|third|first|second bump >is|shows|showing|and|at|in|now|growing',
        'with|got|has|have @own ~1 bump >at|and|now|in',
        'child|baby|babies ~1 in my|her womb|belly|tummy',
      ],
    },
  ]
