import type { Theme } from './sign.ts'

/** Single words that are weak by themselves and tell something together. The notation of patterns is that of `pattern`. */
export const WORD_SIGNS: readonly Theme[] = [
  {
    id: 'words_of_despair',
    kind: 'self_harm',
    source: ['NG225', 'MHGAP'],
    understood: 'suicide or not wanting to live',
    signs: [
      [
        4,
        [
          'six feet under',
          'did|do|does not exist|existed',
          'not|never ~2 see|imagine|picture @self ~1 getting|growing|turning|being|at|reaching|past ~1 old|older|#20-99|thirty|forty',
          'planning|plan|planned|choosing|picked ~3 my|own ~1 funeral',
          'when|after|once|if i|am|im|he|she|they ~1 gone|dead',
          'be sorry when|once|if',
          'wish|hope|hoping|wishing|want|wants|wanted ~3 truck|car|bus|train|lorry|cancer|heart ~3 hit|hits|run|runs|get|kill|kills|take|me|attack',
          'hope|wish|want i ~1 get|had|have ~1 cancer|sick|ill|tumour|tumor',
          'walk|walking|step|stepping|run|running|jump|jumping ~2 into|in|under|front ~2 traffic|train|cars|road|sea|ocean|river|motorway',
          'none|nothing ~3 will|would matter|matters|be ~2',
          'tomorrow|soon|tonight ~4 none|nothing|not ~4 matter|matters|hurt',
          'want|wants it|this|everything|all over|done|finished|gone',
          'rather ~3 dead|die|death',
          'or ~1 just|simply dead|die',
          'easier|happier|better|best|relief|relieved ~4 everybody|everyone|all|them|family|kids|you ~6 not|gone|dead|without|exist|died',
          'hear|hears|hearing|heard voices',
          'want|wants|wanted|going|like ~3 cut|slice|chop|rip ~2 them|it|off|fat|thighs|stomach|belly|legs ~2',
          'bleed @self|every|weekly',
          'razor|blade|blades|scalpel ~5 phone|case|pocket|drawer|hidden|hide|keep|under|bag|pillow|wallet|purse',
          'keep|keeps|hide|hides|carry|carries|found|stash ~3 razor|blade|blades|scalpel|noose',
          'asleep|cleaned|tidied|paid|fed|sorted|settled|done ~8 i am ready ~1',
          'stop|stopping|refuse|refuses|end|ending ~3 dialysis|chemo|treatment|insulin|food ~4 die|dying|death|over',
          'ld50|ld',
          'they|he|she|i|you|someone|person die|died|overdose|survive ~1 ?',
          'would|could|will|can ~6 they|he|she|i|you|someone|it die|kill',
        ],
      ],
      [
        3,
        [
          'bottle|bottles ~2 @pills|@drugname|oxy|vodka ~4 table|bed|front|here|hand|thinking',
          'looking|staring|stare|gazing ~1 at|over|down ~2 river|water|tracks|edge|drop|ledge|rails',
          'gave|giving|gives|given ~2 sister|brother|friend|mum|mom|sibling|neighbour ~2 xbox|phone|guitar|bike|laptop|clothes|games|watch|cat|dog',
        ],
      ],
      [
        4,
        [
          'marks|cuts|scars|scratches ~3 under|beneath|below|behind ~2 bracelets|bracelet|sleeves|sleeve|watch|bandage|bandages|plasters|wristbands',
        ],
      ],
      [2.5, ['die|dying|died|dead|death|deadly|lethal|fatal|kills']],
      [
        2,
        [
          'noose|gallows|coffin|casket|grave|graveyard|cemetery|buried|burial|cremation|afterlife|heaven|obituary|funeral|ashes',
        ],
      ],
      [2, ['razor|razors|blade|blades|scalpel|scissors|lighter|matches|knife|knives']],
      [2, ['bleed|bleeding|bleeds|blood|wound|wounds|scar|scars|gash|stitches']],
      [
        2,
        [
          'failure|worthless|useless|pathetic|repulsive|disgusting|unlovable|loser|hideous|freak|monster|trash|garbage|revolting|subhuman|weak',
        ],
      ],
      [
        2,
        [
          'hopeless|despair|desperate|suffering|agony|torment|unbearable|misery|miserable|broken|shattered|numb|empty|alone|lonely|trapped|darkness|pain',
        ],
      ],
      [
        1.5,
        [
          'goodbye|farewell|bye|forgive|forgiven|sorry|apologise|hugged|hugging|remember|inherit|inherits|gets|gave|giving|given',
        ],
      ],
      [
        1.5,
        [
          'cliff|cliffs|bridge|roof|rooftop|ledge|tracks|river|railway|edge|overpass|motorway|traffic|balcony|platform|jump',
        ],
      ],
      [
        1.5,
        [
          'pills|tablets|bottle|oxy|xanax|morphine|opioids|insulin|overdose|poison|gun|pistol|rope|helium|exhaust',
        ],
      ],
      [
        1.5,
        [
          'bullied|bully|bullies|teased|rejected|dumped|cheated|divorce|breakup|fired|bankrupt|debt|debts|abandoned|betrayed',
        ],
      ],
      [1.5, ['voices|paranoid|psychosis|hallucinate|hallucinating|awake|sleepless|insomnia']],
      [1, ['thinking|decided|final|forever|anymore|ended']],
      [1, ['cry|crying|cries|cried|sob|sobbing|tears|depressed|depression|hate|hates|hated']],
    ],
    unless: [
      'cancer|heart|old|natural|peacefully|stroke|covid ~4 died|dead|death|die',
      'died|death|dead ~3 of|from|last|at|in ~2 cancer|heart|covid|stroke|age|attack|#40-110|year|sleep|hospital|2|#1900-2030',
      'cat|dog|hamster|plant|plants|battery|phone|laptop|car|headphones ~2 died|dead|dying|die',
      'grandmother|gran|grandma|granny|mum|mother|dad|father|grandfather|grandad ~2 died|dead|passed ~6 i|me',
      'blood pressure|type|test|tests|sugar|glucose|volume|donor|donated|donation|count|work|group|results|flow|vessels',
      'gave|donated|donate|give|giving blood',
      'holiday|vacation|spain|wedding|trip|film|movie|novel|book|song|band|game|class|debate',
    ],
  },
  {
    id: 'words_of_hunger',
    kind: 'eating_disorder',
    source: ['NG69', 'SCOFF'],
    understood: 'signs that can belong to an eating disorder',
    signs: [
      [
        4,
        [
          'snake|water|dry|liquid|juice|broth|air|egg|sirtfood|breatharian diet|fast|cleanse|thing ~2 day #5-90',
          'liquid|water|juice|shake|shakes|broth|fast ~4 #10-90 days',
          'day #5-90 ~3 how|can|until|til',
          'gain|add|put|look ~4 overnight|quickly|before ~6 leave|alone|doctor|clinic|weigh|appointment',
          'look|looking|looks|be|become|like ~2 like ~1 a skeleton|corpse|skeletal|stick|bones',
          'want|love|like|goal|hope|proud ~5 people|they|everyone|others|parents|mum|mom ~2 worry|worried|say|think|concerned ~4 me|ill|sick|thin|skinny|about',
          'love|like|proud|happy ~4 look|looking ~1 ill|sick|thin|bony|skinny|frail|unwell|dead',
          'if|when|unless|until ~8 not ~1 get|allowed|let|deserve ~1 to ~1 eat|dinner|food|sleep|rest',
          'crunches|situps|squats|steps|laps|run|miles|burpees ~5 or ~2 not|no ~2 eat|sleep|sleeping|dinner|food|allowed',
          'feeding|feed|ng|nasogastric tube ~8 drop|lose|out|wait|again',
          'pour|pours|pouring|poured|tip|tips|tipped|chuck|chucks|dump ~6 sink|drain|bin|toilet|plant|window ~3',
          'thinks|think|believes|told|tell|says ~2 i|she|he eat|eats|eating|ate ~2 #1000-3500 ~6 #0-900',
          'cooks|cook|bakes|bake|baking|cooking ~4 never|not|without ~2 eats|eat|takes|tastes|touches|bite|any',
          'never|not|without ~2 takes|taking|take|eats ~1 a|one|any ~1 bite|mouthful',
          '#1-20|@num|one|few grapes|grape|almonds|crackers|bites|berries|leaves|carrots ~2 today|day|all|so',
          'eat|eating|ate|eats ~3 nothing ~1',
          'nothing|zero ~2 today|yesterday|weekdays|days',
          'eating|food|eat|full ~3 makes|make|feel|feels|feeling ~3 dirty|disgusting|gross|guilty|failure|ashamed|weak|bad|heavy|fat|sick|anxious',
          'feel|feels ~3 failure|disgusting|dirty|ashamed|guilty|weak|gross ~3 when|if|after ~3 eat|eating|ate|food|above|over',
          'colon ~1 cleanse|cleanses|hydrotherapy|irrigation',
          'enema|enemas',
          'eats|ate|eat|devours ~2 everything|all ~4 cupboard|fridge|kitchen|house ~12 shower|toilet|bathroom|sick|run|runs|tap',
          'runs|running|run ~2 shower|tap|taps|water ~4 hour|meal|dinner|eating|minutes|while',
          'organs|organ|kidneys|liver|heart ~4 shutting|failing|shut|fail|failure|damage|stopping|hurts|weak ~4',
          'told|said|doctor|doctors|they ~4 die|dying if|unless|soon|from',
          'how long do|have|until i|we|she have|left|die|got',
          'bmi #8-13.4 ~6 possible|survive|lower|next|goal|now',
          'bmi ~3 kills|kill|dead|die|fatal|death|survive|survivable',
          'starving|starvation|starve|hunger ~6 die|blind|death|dead|kill',
          'gives|gave|give|shares|slips|fed ~2 me|her|him ~3 adipex|phentermine|adderall|laxatives|ritalin|pills|diuretics|ozempic|slimming',
          'adipex|phentermine|duromine ~8 pretty|slim|thin|skinny|stay',
          'coach|trainer|teacher|director|mum|mom|mother|agency|agent|boyfriend|bf ~6 stop|skip|no|cut ~2 eating|dinner|carbs|lunch|eat|food',
          'coach|trainer|teacher|team ~5 diuretic|diuretics|laxatives|pills|saunas',
          '#0-900 kcal ~6 my ~2 daughter|son|kid|child|#5-15',
          'my ~2 daughter|son|kid|child|#5-15 ~3 #200-1000 kcal',
          'give|feed|put ~3 my|her|him ~3 daughter|son|kid|child|#4-14|yo ~4 #200-1100 ~1 kcal',
        ],
      ],
      [
        2,
        ['skeleton|skeletal|bones|bony|ribs|rib|spine|collarbone|collarbones|hipbones|gaunt|frail|emaciated'],
      ],
      [2, ['gums|enamel|knuckles|gag|gagging|gagged|reflux|hoarse|throat']],
      [
        2,
        [
          'punish|punishes|punishment|punishing|atone|deserve|deserves|earn|allowed|forbidden|forbid|rule|rules',
        ],
      ],
      [
        1.5,
        [
          'secret|secretly|hide|hides|hiding|hid|hidden|lie|lies|lied|lying|pretend|pretends|pretending|sneak|alone|nobody|noone',
        ],
      ],
      [
        1.5,
        [
          'faint|faints|fainted|fainting|dizzy|lightheaded|shaky|shaking|weak|collapse|blackout|freezing|cold|blue',
        ],
      ],
      [
        1.5,
        [
          'fast|fasting|fasted|cleanse|detox|liquid|liquids|broth|starve|starving|starved|starvation|hungry|hunger|empty',
        ],
      ],
      [
        1.5,
        [
          'vomit|vomiting|vomits|vomited|purge|purging|purges|binge|binges|bingeing|laxies|laxative|laxatives|toilet|bathroom',
        ],
      ],
      [
        1.5,
        [
          'proud|control|perfect|pure|clean|dirty|disgusting|gross|failure|disgust|fat|huge|massive|repulsive|chubby',
        ],
      ],
      [1, ['ill|sick|hospital|clinic|therapy|therapist|tube|ward|treatment|nurse|worry|worried|worries']],
      [
        1,
        ['gaunt|thin|thinner|skinny|skinnier|tiny|smaller|shrinking|ice|gum|grape|grapes|lettuce|cucumber'],
      ],
    ],
    unless: [
      'ramadan|lent|eid|kippur|reflux|flu|bug|virus|norovirus',
      'body fat',
      'gain|gaining|bulk|bulking|muscle ~3 weight|muscle|kg|happy|mass',
    ],
  },
  {
    id: 'words_of_emergency',
    kind: 'emergency',
    source: ['FIRSTAID', 'ETAT'],
    understood: 'somebody who may need help at once',
    signs: [
      [
        4,
        [
          '@ingest|licked|ate|eaten|touched ~5 bait|pellets|poison|fumes|fertiliser|fertilizer|plant|cigarette|cigarettes|vape|weed|edible|battery',
          'inhaled|breathed|breathing|inhaling|smelled|inhale ~3 fumes|gas|smoke|bleach|chlorine|ammonia|carbon|paint|petrol|glue|vinegar|powder',
          'have|has|had|i|he|she taken|took|swallowed|drunk|injected something|stuff|them|too|it ~6 weird|funny|strange|sick|dizzy|scared|bad|ill|wrong',
          'took|taken|had|ate|eaten|swallowed|smoked ~2 too many|much ~8 heart|weird|sick|breathe|dizzy|crazy|wrong|sleepy|scared|shaking',
          'got|gets|get|getting hold of|into ~5 @pills|@drugname|cleaning|bleach|knife|poison',
          '@pills|@drugname missing|gone',
          'swallowed|swallowing|swallow|choking|choke|choked ~4 something|shiny|sharp|metal|unknown',
          'rolled|fell|fallen|falls|dropped|slipped|tumbled|came ~3 off|from|down|out ~4 bed|table|sofa|couch|stairs|changing|arms|horse|motorbike|bike|ladder|roof|window|chair ~10 lump|head|vomited|vomiting|sleepy|remember|confused|unconscious|cry|limp|sick|blood',
          'lump|bump|dent|bruise ~2 head ~6 vomited|vomiting|sleepy|sick|drowsy',
          'can|could|does|do not ~1 remember ~2 anything|happened|name|accident|day|where',
          'sees|seeing|see double',
          'suddenly|sudden ~6 walk|see|sees|speak|talk|blind|vision|numb|weak|headache|collapse|collapsed|confused|double|deaf',
          'clutching|grabbing|holding ~2 chest|heart',
          'breathing ~2 fast|hard|quickly|heavily|heavy|weird|shallow|noisily|rapidly',
          'sucking in ~3 ribs|chest|belly',
          'throat|tongue|lips|mouth ~3 tight|tightening|closing|itchy|tingling|swelling|swollen|numb',
          'hot|locked|parked car ~6 limp|hour|hours|red|sleepy|unresponsive|vomiting',
          'left|was|been|is|locked ~2 in ~2 hot|locked|parked car',
          'leg|calf|arm ~3 swollen|red|swelling ~8 breath|breathing|chest',
          'can|could not get|stand|move ~1 up ~6 hip|fell|floor|pain|leg|back|twisted',
          'found ~2 him|her|them|mum|dad|grandma|grandpa ~3 floor|ground|bath|bathroom|garden|snow|bed',
          'belly|stomach|abdomen|side|tummy ~4 fever|vomiting|rigid|hard|agony',
          'pain|hurts ~4 right|belly|abdomen|stomach|side|tummy ~6 fever|vomiting|faint|pregnant|rigid',
          'not|nothing ~3 eaten|drunk|drinking|eating ~2 or|and|nor ~1 drunk|eaten|drinking|drink|drank|eating',
          'no|without ~1 drinks|fluids|water ~6 bed|wet|confused|days|old|left',
        ],
      ],
      [
        4,
        [
          'soaking|soaked|soak|filled|filling ~3 pad|pads|towel|sheets|bed|underwear',
          'trickle|leak|leaking|gush|wet|loss ~3 fluid|water|waters|liquid|down|knickers|underwear',
          'little|baby|bump|one|he|she|it ~3 quiet|still|quieter|stopped|less',
          'pushed|shoved|kicked|hit|punched|threw ~3 me|her ~4 stairs|belly|bump|floor|wall|stomach',
          'agony|unbearable|severe|excruciating|constant|terrible',
          'fever|feverish|fits|faint|fainted|collapsed',
        ],
        'pregnant',
      ],
      [2, ['swallowed|swallow|swallowing|ingested|inhaled|licked|choking|choked|gagging|gag|sniffed']],
      [
        2,
        [
          'bleach|fumes|poison|poisonous|toxic|bait|battery|batteries|magnet|magnets|petrol|acid|chemical|chemicals|cyanide|mercury|drain',
        ],
      ],
      [
        2,
        [
          'limp|floppy|drowsy|unresponsive|unconscious|confused|collapsed|lethargic|delirious|dazed|fainted|blackout|incoherent',
        ],
      ],
      [
        2,
        [
          'stung|sting|stings|bitten|bite|allergic|allergy|hives|swelling|swollen|swelled|wheezing|wheeze|rash',
        ],
      ],
      [
        2,
        [
          'numb|numbness|paralysed|paralyzed|droop|drooping|slurred|twitching|jerking|stiff|rigid|spasms|shaking|trembling|shivering|seizure',
        ],
      ],
      [2, ['grey|gray|blue|pale|purple|yellow|clammy|mottled|sweaty|sweating']],
      [1.5, ['chest|heart|breath|breathing|breathe|pulse|throat|tongue|lips']],
      [1.5, ['pain|pains|hurts|hurting|agony|burning|aching|cramps|tight|pounding|racing|crazy']],
      [
        1.5,
        [
          'vomit|vomits|vomiting|vomited|fever|temperature|bleeding|blood|bleed|diarrhoea|diarrhea|ketones|hypo',
        ],
      ],
      [
        1.5,
        [
          'fell|fallen|falls|crash|crashed|accident|hit|knocked|banged|lump|floor|stairs|twisted|broken|fracture|motorbike|ambulance|hospital',
        ],
      ],
      [
        1.5,
        [
          'pills|tablets|gummies|edibles|vape|medicine|medication|meds|drug|drugs|dose|syrup|vodka|whisky|cocaine|mdma|ketamine',
        ],
      ],
      [
        1,
        [
          'suddenly|sudden|now|quickly|since|minutes|hour|hours|worse|help|scared|urgent|emergency|urgently|please|immediately',
        ],
      ],
    ],
    unless: [
      'seasick|boat|rollercoaster|squats|gym|workout|lifting|training|marathon|squat|haha|lol|yoga|buffet',
      'epileptic|epilepsy|asthma|angina ~4 controlled|control|stable|years|mild',
      'dog|cat ~3 swallowed|ate|bit',
      'blood pressure|type|test|tests|volume|donation|donor|group',
      'gave|donated|donate|give|giving blood',
      'blue|grey|gray|yellow|purple|black belt|eyes|hair|dress|shirt|jeans|sky',
      'pitting|oedema|edema|muac|malnourished|kwashiorkor|apgar',
      'chest ~1 circumference|size|measures|press|day|freezer|#50-150',
    ],
  },
  {
    id: 'words_of_violence',
    kind: 'abuse',
    source: ['NG76'],
    understood: 'somebody who is being hurt or neglected',
    signs: [
      [
        4,
        [
          'touched|touches|touching|grabs|grabbed|groped|kissed|rubs ~1 my|her ~1 leg|legs|thigh|thighs|breast|breasts|bottom|bum|private|body|chest',
          '@harmer|he|she|they ~3 makes|made|forces|forced ~2 me|her|him ~3 sleep|stand|run|kneel|strip|weigh|undress|starve|stay ~4',
          '@harmer|he|she|they ~3 not let|allow|allows ~2 me|her|him ~2 leave|go|out|see|sleep|eat',
          '@harmer|he|she|bf|gf ~6 gets|is|becomes|goes|turns angry|furious|mad|violent|nasty|aggressive',
          'only|just ~1 given|gets|fed|allowed ~3 rice|bread|water|once|leftovers|scraps',
          'given|fed|gets|allowed ~3 once a day',
          'left in bed|alone|wet|dirty|urine|hungry',
          'rummages|rummaging|scavenges|scavenging|searches|steals|stealing ~4 bins|bin|food|rubbish|trash|garbage',
        ],
      ],
      [
        2,
        [
          'bruise|bruises|bruised|beaten|beats|slapped|slaps|punched|kicked|strangled|pushed|shoved|violent|abusive|abuse|abused|abuses',
        ],
      ],
      [2, ['maid|servant|orphan|foster|carer|carers|stepdad|stepmum|stepmother|stepfather']],
      [
        1.5,
        [
          'angry|furious|shouts|screams|yells|insults|humiliates|threatens|controls|controlling|jealous|locked|locks|scared|afraid|terrified',
        ],
      ],
    ],
    unless: ['abused my|the ~1 gym|privilege|membership|discount', 'substances|alcohol ~3 in|years|20s'],
  },
]
