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
        '@side? @part ~3 amput*|severed',
        '@side? @part gone|missing|severed|absent',
        'false|fake|wooden|artificial|bionic|robotic|prosthetic|peg|metal @part|limb|legs|arms|feet|hands',
        'running|prosthetic|carbon blade|blades',
        'walk|walks|walking|run|runs|running on @own? ~1 blade|blades|stump|stumps|prosthe*',
        'my|his|her|their|with|wears|wearing|has prosthetic|prosthetics|prosthesis|prostheses >on|off|in|is|and|leg|limb|weighs|included|fitted|since|from|attached|for',
        'was|were|is? born|bron ~2 without|missing @own? @side? ~1 @limb',
        'was|were|is? born|bron with ~2 no|one|1|only|just|half|shortened|short ~3 @limb',
        'has|have|having|had|got|only|just one|1|single|half @side? leg|arm|foot|legs >@after',
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
        'limb|arm|leg|hand deficiency|difference|agenesis|reduction',
        'congenital*|congenit* absen*|missing|lack* of? ~3 @limb',
        'half|part|most of? @own ~1 @limb removed|gone|off|missing|lost',
        'limbless|legless veteran|man|woman|person',
      ],
    },
    {
      meaning: { fact: { oedema: true }, phrases: '' },
      patterns: [
        'oedem*|edema*|odema|oedma|edima|lymphoedema|lymphedema|lymphodema|hydrops|dropsy|anasarc*|ascit*|kwash*|nephrotic|paracentesis',
        '@swells ~3 swell*|swoll*|puff*|ballooned|ballooning|balloon',
        '@swells and|& face|hands ~2 swell*|swoll*|puff*',
        '@swells blow|blows|blew|blown|balloon|balloons up',
        '@swells ~2 like balloons|elephant|elephants|tree >trunks|trunk|legs',
        'swell*|swoll*|puff* ~4 feet|foots|legs|ankles|shins|calves|extremities|scrotum',
        'swell*|swoll*|puff*|bloated up? to|till @own? knee|knees|thigh|thighs|hips|waist|groin',
        '@swells|belly|abdomen|tummy ~2 full|filled|heavy of|with ~1 water|fluid|liquid',
        'water|fluid|liquid ~1 in|on @own? @inside',
        'drained|drain|drains|tapped ~2 #? litre|litres|liter|liters|l',
        'drained|drain|drains|tapped|removed ~3 #? ~3 fluid|ascites|water',
        'pleural|pericardial effusion|effusions|fluid',
        'fluid|volume|water overload*|retention|buildup|retain*',
        'retain*|holding ~2 water|fluid',
        'press*|push*|poke* ~6 dent|dents|mark|hole|pit|print ~2 stay*|remain*|leave*|left',
        'deep sock marks|lines|rings',
        'third spacing',
      ],
    },
    {
      meaning: { fact: { pregnant: true }, sex: 'female', phrases: '' },
      patterns: [
        'pregn*|pregant|pregent|pregers|prgnant|trimester*|hyperemesis|primip|primips|multip|primigravid*|multigravid*|expectant',
        'lines on @own? ~1 test|stick|strip',
        'missed|late @own? ~1 period ~4 positive',
        'knocked up',
        'up the duff|spout|pole',
        'morning sickness',
        'having|expecting|awaiting|growing a|another|our|my|twins|triplets ~1 baby|child|twins|kid|human >in|next|this|soon|and|at|on|inside',
        'baby|child|twins|one|son|daughter is|are|will? ~1 coming|arriving|arrives|arrive|due|comes|come|expected in|at|on|around|before|by|next|this ~2 @when|@soon',
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
