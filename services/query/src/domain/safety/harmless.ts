/**
 * Figures of speech and names in which an alarming word means nothing alarming. The words of a match are not read by
 * the rules. The notation is that of `pattern`.
 */
export const IDIOMS: readonly string[] = [
  // "dying to know", "to die for", "died laughing", "dead tired"
  'dying|die to know|see|try|hear|find|learn|get|tell|eat|have|meet',
  'dying of|from laughter|laughing|boredom|curiosity|embarrassment|heat|hunger|thirst',
  'died laughing|inside',
  'to die for',
  'dying for a|some|an',
  'dying over here|this',
  'never say die',
  'hungry|thirsty|tired|bored|embarrassed|hot|cold|happy ~1 i|she|he could|can die',
  'fell|fall|falls|fallen|falling asleep|behind',
  'nothing but ~1 home|homemade|healthy|good|whole|clean|fresh|organic|vegan|junk|real|pizza|love|praise',
  'fell|fall|falls|fallen|falling in love',
  'fell|fall|falls|fallen off ~3 wagon|radar',
  'sweat|sweated|sweating|sweats buckets',
  'bleeding|cutting edge',
  'burden of|carrier',
  'can|could not ~1 move|feel|walk ~3 after ~3 squats|buffet|gym|workout|leg|dinner|lunch|run|session|feast',
  'can|could not feel|move my|his|her legs|arms|abs after',
  'ignore|previous|forget ~3 rules|rule|instructions|prompt',
  'funeral|wedding food|director|cake|buffet',
  'tired of waking|getting up ~2 at|early|for ~3 gym|work|#4-9',
  'hay fever',
  'fresh cut grass|flowers',
  'rope climbing|climb|jump|skipping|course',
  'jump|jumping training|rope|squats|squat|jacks|height',
  'lonely hearts',
  'hard as ~1 rock|nails|steel',
  'faint|faints|fainted|fainting ~2 sight of|at ~2 blood|needles',
  'sight of ~1 blood|needles',
  'period tracker|tracking|app|drama|pain|pains|dress|cramps',
  'die hard',
  'old habits die',
  'dead lift|lifts|lifting|line|lines|weight|end|heat|tired|serious|sure|easy|hang|hangs|bug|bugs|sea|on|battery|last|right|beat|set|against|simple|giveaway|ringer|stop|zone|skin|cells|sexy|slow',
  'battery|phone|scale|scales|car|laptop|watch|tablet|headphones|wifi ~4 dead|die|died|dying|dies',
  'drop dead gorgeous',
  'over my dead body',
  'heart ~1 nearly|almost|practically stopped|stops|jumped|burst|leapt',
  'nearly|almost ~1 gave|had ~3 heart attack|stroke',
  'beats|beat|beating bmi|whtr|it|any|all|other|most|every|dieting|running|walking|calipers|scales',
  'shoot|shot|shooting @self ~1 in ~1 foot|feet',
  'let|lets|letting ~2 live|forget it|this|that down',
  'live|lived|living it|this|that down',
  'never|not hear|heard ~1 end of it|this|that',
  'die|died|dies of shame|embarrassment|laughter|boredom|old',
  'bite|bitten|kick|kicked|kicking @self',
  'sick|tired ~2 of ~1 dieting|diets|salad|chicken|rice|broccoli|cardio|gym',
  'ban|bans|banned|banning|forbid|forbids|forbidden|against|prohibit|prohibits|prohibited|instead ~4 sauna|saunas|cuts|cutting|purging|laxatives|diuretics|suits|starving|dehydration|fasting',
  'scared|bored|tired|worried|sick|working|freezing|frightened to death',
  'love|loves|loved ~2 to death',
  'death valley|march|metal|star|row|taxes|spiral|by',
  'black death',
  'be|been|is the death of me|us|him|her|them',
  'dead and buried|gone',
  'jump|jumped|jumping off ~3 for ~2 cake|chocolate|pizza|burger|donut|coffee|cookie|beer|curry|sushi|dessert|chips|ice',
  'plank|squat|burpees|workout|set|sets of death',
  // The wish not to die, and not to live with a weight or an illness, in the languages of the rules.
  'non voglio morire',
  'no quiero morir|morirme',
  'não|nao quero morrer',
  'nie chcę|chce umrzeć|umrzec',
  'ik wil niet dood|sterven|doodgaan',
  'jag vill inte dö',
  'je ne veux pas mourir',
  'ich will nicht sterben',
  'ich will nicht früh|frueh|jung sterben',
  'ich will nicht ~1 ungesund leben',
  'no quiero vivir con ~2 sobrepeso|obesidad|exceso|diabetes|kg',
  'vivere con|in|così|cosi ~2 sovrappeso|obesità|obesita|obeso|obesa|diabete|kg|chili',
  'żyć|zyc z|ze ~2 nadwagą|nadwaga|otyłością|otyloscia|cukrzycą|cukrzyca|kg',
  'żyć|zyc niezdrowo|krótko|krotko',
  'leven met ~2 overgewicht|obesitas|diabetes|kg',
  'leva med ~2 övervikt|overvikt|övervikten|fetma|diabetes|kg',
  'leva ohälsosamt|osunt',
  'viver|vivendo com ~2 sobrepeso|excesso|obesidade|diabetes|kg',
  'vivir|viviendo con ~2 sobrepeso|obesidad|exceso|diabetes|kg',
  'vivre avec|en ~2 surpoids|obésité|obesite|diabète|diabete|kg',
  'leben mit ~2 übergewicht|uebergewicht|adipositas|diabetes|kg',
  // "killing me", "kill for", "kill it", "killer workout"
  'kill|killed|murder for',
  'kill|killing|killed|kills it|time|two|calories|fat|muscle|gains|cravings|appetite|the|this|that|these|those|me|germs|bacteria|switch|bill|bills',
  'killing|killed|kill myself|himself|herself ~1 at|in|with|on ~2 gym|work|treadmill|cardio|exercise|training|bike|workouts|job|squats|track|crossfit',
  'killing|killed myself|himself|herself laughing|training|exercising|studying|working',
  'make|made a killing',
  'killer ~1 workout|abs|legs|body|instinct|whale|app|deal|session|heels|smile',
  'not|never eat|eating|eaten|eats|ate ~2 meat|sugar|carbs|bread|gluten|dairy|chocolate|sweets|well|much|vegetables|out|fish|junk|takeaway|takeaways|enough|healthily|properly|broccoli|veg|pork|late|after',
  'stopped|stop|quit|refuses|refuse|gave|given ~2 eating|eat|eats ~2 meat|sugar|carbs|bread|gluten|dairy|chocolate|sweets|junk|takeaways|fish|pork|crisps|late|out|vegetables|broccoli|veg|peas|sweets',
  'ice cream|hockey|skating|skater',
  'fast food|foods|runner|pace|car|track|metabolism|enough|and furious',
  'not on|need|take|taking|using|require|requiring|yet insulin',
  'used to be|weigh ~1 #20-300',
  // names of things
  'suicide squeeze|squad|squads|sprint|sprints|run|runs|drill|drills|workout|workouts|door|doors|wings|bomber|prevention|awareness|charity|charities|research|rates|rate|statistics|study|studies|hotline|helpline|grip|burpees|push|pushups|girls|silence|machine',
  'run|ran|running|do|did|doing|does|us suicides',
  'i|me ~3 suicidal ~6 twenties|teens|youth|back ~4 not',
  'career|social|political|financial|professional suicide',
  'suicidal tendencies',
  'charity|fundraiser|fundraising|volunteer|volunteering|volunteers for|with|at|about ~3 suicide|anorexia|bulimia|disorder|disorders|harm',
  'study|studies|project|assignment|coursework|poster|report|thesis|dissertation|essay|paper|article|documentary|film|movie|book|novel|podcast|lecture|course|research|researching|survey|trial|seminar about|on|of|into|in|regarding ~2 suicide|suicidal|anorexia|anorexic|bulimia|bulimic|purging|laxatives|disorder|disorders|harm',
  'suicide|anorexia|bulimia|disorder|disorders|harm study|studies|thesis|dissertation|essay|article|charity|awareness|prevention|researcher|research|documentary|film|movie|trial',
  'assisted suicide law|debate|vote',
  // injuries and everyday cuts
  'cut|cuts|cutting|burn|burnt|burned|burning|hurt|hurting|hurts|scratch|scratched myself|himself|herself ~2 some|shaving|cooking|slack|off|chopping|short|lifting|running|playing|skiing|training|falling|climbing|slicing|opening|loose|gym|work|practice|football|soccer|stairs|ice|slopes|tripping|cycling|gardening|oven|stove|iron',
  'hurt|hurts|hurting|hurt my|his|her',
  'cutting|cut carbs|calories|weight|phase|kcal|season|diet|sugar|edge',
  'hang|hanging|hung out|around|in|on|up|from|clean|cleans',
  'shoot|shooting me|hoops|for|the',
  // food and hunger
  'binge watch|watching|watched|drinking|gaming|reading|watcher|drink|listen|listening',
  'fasting glucose|sugar|blood|insulin|lipids|bloods|lipid|labs|plasma|triglycerides',
  'fasted glucose|blood|sugar|cardio|state|workout|training',
  'hunger strike ~4 history|past|ago|90s|1980s|1990s|over',
  'hunger games',
  'starving|famished ~2 lunch|dinner|breakfast|supper|pizza|food ~3 in|soon|time|ready|is|coming|way',
  'bit|slightly|little|mildly dehydrated',
  'starved|starving for|of attention|affection|time|news|oxygen|love|sleep',
  'purge|purging|purged ~3 closet|wardrobe|records|list|lists|accounts|garage|clothes|files|data|cache|inbox|house|movie|fridge|cupboards|email|emails|system',
  'the purge ~1 movie|film|anarchy|night',
  'overdose|overdosed|overdosing|od on|of ~2 vitamin|cuteness|chocolate|cake|coffee|caffeine|sugar|cookies|candy|sweets|pizza|christmas|carbs|cheese|food|turkey|cute|cuteness|netflix|tv|crisps|ice|sunshine',
  'throw|threw|throwing up ~1 numbers|some|ideas|weights|hands',
  'sick note|leave|pay|day|days|gains|workout|beat|bike',
  'sick with|from ~2 flu|covid|cold|stomach',
  // travel and plans
  'will|would not be here|around|there ~8 holiday|holidays|vacation|travel|travelling|traveling|trip|flight|away|moving|leave|abroad|office|conference',
  'disappear|vanish|sink into ~2 sofa|couch|bed|bath|tub|crowd|blanket|pillow|duvet',
  'drown|drowned|drowning|drowns ~1 in|his|her|my|the|it ~2 pancakes|syrup|salad|sauce|ketchup|chips|gravy|toast|porridge|milk|waffles',
  'throw|threw|throwing up ~1 hands|arms',
  'hands ~1 in despair|exasperation|frustration',
  'disappear|disappears|disappearing on|to ~2 holiday|vacation|trip|mountains|beach|gym|sea',
  'my|the|this fat|belly|weight|gut|tummy|cellulite|bloating|abs ~2 disappear|disappears|disappeared|gone',
  'goodbye|bye ~1 fat|belly|carbs|sugar|kilos|kg|winter|christmas|xl|jeans|pounds|chocolate|gym',
  // sport
  'beats|beat|hits|hit me|him|her|us ~1 at|in|by|up|to|with|every|on|hard|like',
  'hit|hits|hitting|beat|beats the|my|his|her|a ~1 gym|target|goal|wall|weights|plateau|record|time|scale|best|pb|pr|friend|brother|dad',
  'chest press|day|pass|size|circumference|girth|fly|flies|expansion|workout|measurement',
]

/** A posture, which the signs read as a collapse: "can't stand up straight". */
export const POSTURES: readonly string[] = [
  'can not stand straight|upright',
  'can not stand up straight|upright',
]
/** Words beside a posture that tell no more than whose it is and the figures; any other may tell of pain, hunger or a fall. */
export const BESIDE_POSTURE: ReadonlySet<string> = new Set(
  "i am my is a and so , 's he she his her mum mom mother dad father gran grandma granny grandad grandpa nan husband wife man woman male female m f y yr yrs yo year years old age aged kg kgs lb lbs pounds st stone cm ft feet foot in inch inches bmi height weight tall weigh weighs what any more anymore may might be off about".split(
    ' ',
  ),
)

/** Words through which a denial reaches what it denies: "no history of self harm", "never been suicidal". */
export const DENIAL_REACHES: ReadonlySet<string> = new Set(
  'a an any of or nor and the current active past recent previous prior known history signs sign evidence reported symptoms thoughts thought ideation intent plan plans suicidal suicide wish wishes desire self harm harming disordered eating disorder purging purged purge vomiting binging bingeing laxative laxatives use abuse misuse diuretics been being ever once have has had am is are was were really actually using used use taking taken take trying tried try to going engaged in feel felt feeling , chest pain breathing difficulty shortness breath fits seizures dizziness fainting anorexia bulimia overdose si hi'.split(
    ' ',
  ),
)
/** Words that deny. "no one" and "not only" are no denials. */
export const DENIALS: ReadonlySet<string> = new Set(
  'no not never without denies denied deny denying neither nor negative free excludes excluded'.split(' '),
)
export const NO_DENIAL_BEFORE: ReadonlySet<string> = new Set('one only just sure know longer'.split(' '))

/** Signs that something is over and done: a disorder of years ago is no danger now. */
export const PAST_SIGNS: readonly string[] = [
  'recovered|recovering|remission|overcame|overcome|beat|survived|survivor|cured',
  'used to',
  'years|decades|decade ~1 ago',
  'in #1950-2020',
  'history of',
  'former|formerly|previously',
  'once was|had|suffered',
  'was|had once',
  'no longer',
  'had ~2 at #8-25',
  'free of|from ~1 bulimia|anorexia|ed|disorder',
  '#2-60|@num|ten|twenty|many years|yrs ~2 free|recovered|recovery|behind|clean|now',
  'in recovery since|for',
  'behind me',
  'as a|when ~3 teenager|teen|child|kid|student|young|younger|teens',
  'in my ~1 teens|twenties|youth|childhood',
]
/** What turns the past into the present again. */
export const RELAPSE_SIGNS: readonly string[] = [
  'relapse|relapsed|relapsing|again|still|back|anymore|struggling|coming',
]
/** Signs that something of the body is over or well again. */
export const OVER_SIGNS: readonly string[] = [
  'fine|ok|okay|better|well|good|resolved|gone now',
  'has|have|had|now|finally stopped|ended|passed|settled|gone ~1 thank|thanks|thankfully|glad|now|,|hooray|yay',
  'all|now|am|is|is|went|feeling|again|, fine|better|ok|okay|resolved|healed',
  'back to|at',
  'ruled out',
  'healed|healing|recovered',
  'last month|year|winter|summer|spring|autumn',
  'in #1950-2025',
  'since #1950-2025',
  'under control',
  'no|without ~1 reaction|reactions|problems|issues|symptoms|complaints',
  'well|stable|good controlled|angina|control',
  'survivor|stable',
]

/** Words of clinicians and of people who work with data, about somebody else. */
export const CLINICAL_SIGNS: readonly string[] = [
  'patient|patients|pt|pts|inpatient|inpatients|outpatient|clinician|psychiatry|registrar|refeeding|marsipan|meed|mbmi|hx|pmhx|dx|o/e|comorbid|participant|participants|paeds|coroner|triage|apgar',
  'gp|nurse|doctor|psychiatrist|dietitian|dietician|consultant|physician|paediatrician|pediatrician|trainee|camhs|icu|therapist|psychologist|midwife here|,|trainee|dietitian|nurse',
  'ward round|patient',
  'a e consultant|doctor|nurse|registrar',
  'assess|assessment|referral|referred|admitted|admission|clinic ~4 #1-99 ~1 f|m|y|yo',
]
/** Words of research, teaching and fiction. */
export const REPORT_SIGNS: readonly string[] = [
  'for|writing|write ~3 novel|story|thesis|dissertation|essay|lecture|paper|article|homework|exam|trial|study|audit|screenplay|case',
  'thesis|dissertation|msc|bsc|coursework|phd|audit|journalist|lecture|slide|homework|experiment|trial|study',
  'paper|study|trial|research|cohort says|found|reports|had|mean|,',
  'cohort|participants|controls mean|had|were',
  'reading|read|from ~2 book|biography|novel',
]

/** Phrases of several words that mean one of the concepts. */
export const PHRASES: readonly (readonly [string, string])[] = [
  ['water pill|pills|tablet|tablets', 'diuretic'],
  ['ex lax', 'laxatives'],
  ['no one', 'nobody'],
  ['soft spot', 'fontanelle'],
  ['any one', 'anyone'],
  ['weigh ins', 'weighin'],
  ['nail polish|varnish remover', 'acetone'],
  ['rat|slug|ant poison|pellets|killer', 'poison'],
  ['weed killer', 'poison'],
  ['super glue', 'glue'],
  ['white spirit', 'turpentine'],
]
