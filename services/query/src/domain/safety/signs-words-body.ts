import type { Theme } from './sign.ts'

/** Single words of emergencies and violence that tell something together. The notation of patterns is that of `pattern`. */
export const BODY_WORD_SIGNS: readonly Theme[] = [
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
          'found|grabbed|sucked|licked|drank|chewed|opened|bit ~5 vape|lamp|liquid|oil|lighter|cigarette|nicotine|fuel|pods|capsule',
          'drank|drunk|swallowed|sipped ~2 lamp|essential|engine|motor|tea|white|lighter|brake oil|tree|spirit|fluid',
          'can|could not ~2 hold|lift|move|turn ~3 head|neck|arm|leg|face|arms|legs|eyes',
          'pupil|pupils ~3 bigger|different|unequal|dilated|larger|huge|blown|tiny|pinpoint',
          'smile|face|mouth|eye|lip|lid ~3 wonky|uneven|droopy|lopsided|crooked|slack|twisted|drooping',
          'keeps|keep dropping things|cups|everything|stuff',
          'elephant|weight|brick|vice|knife|stabbing|squeezing ~4 chest',
          'not ~1 woken|waking|woke|wakes|awake ~3 properly|up|today|since|fully|at',
          'sleeping|asleep|slept|out|unwakeable ~2 #14-60 hours|h|hrs ~8 gurgle|gurgles|party|pills|drink|wake|drank',
          'gurgle|gurgles|gurgling',
          'load|loads|lot|lots|bunch|pile|ton|too|tons ~2 of|many ~2 codamol|@drugname|@pills|codeine|gummies',
          'grape|food|sweet|nut|piece|coin|toy|sausage ~2 went|gone|go|is|got ~1 down|wrong|stuck ~1 wrong|way|,',
          'pointing|points|clutches|clutching|grabs ~2 throat|neck|chest',
          'babbling|rambling|incoherent|delirious',
          '#39.5-43 degrees|temp|fever|c',
          'temp|temperature|fever ~2 #39.5-43',
          'light|lights ~3 bother|bothers|hurts|hurt|painful ~4',
          'tick ~1 bite ~8 face|fever|rash|move',
          'honey ~3 baby|infant|newborn',
          'pillow|hand|hands|bag|scarf|belt ~3 over|around|round|on ~2 face|mouth|neck|throat|head',
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
          'pain|pains|stabbing|sharp ~5 side|shoulder|rib|ribs|belly|low|right|upper',
          'blurry|blurred|flashing|spots|stars|double ~2',
          'everything|vision|sight|eyes ~2 blurry|blurred|sparkly|dark',
          'right|upper rib|ribs|belly pain|hurts|ache',
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
          'hides|hide|takes|took|withholds|keeps ~2 my|her|his|mum ~1 insulin|inhaler|medication|food|meds|tablets|pills ~4 mad|angry|punish|when|from|if|away',
          'held|holds|put|pressed|pushed ~2 pillow|hand|hands|knife|bag ~3 face|mouth|throat|neck|head',
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
