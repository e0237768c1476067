import type { Condition } from '../metrics/conditions.ts'

/** A condition in the words of patients, parents and clinicians. `lasting` ones hold though they are told of the past. */
export type ConditionEntry = { readonly condition: Condition; readonly lasting?: true }

type Entry = { readonly meaning: ConditionEntry; readonly patterns: readonly string[] }

/** Conditions in phrases with variable parts, as compiled by `bodyGrammar` with the groups of `lexicon-body.ts`. */
export const CONDITION_PATTERNS: readonly Entry[] = [
  {
    meaning: { condition: 'short_limbs', lasting: true },
    patterns: [
      'achondroplas*|acondroplas*|hypochondroplas*|pseudoachondroplas*|dwarfism|chondrodysplas*|osteogenesis',
      'skeletal dysplasia',
      'dwarf >and|with|who|woman|man|boy|girl|child|adult|male|female|patient|person',
      'little person|people >with|and|who|here',
      'brittle bone|bones',
      'short limbed|limbs',
    ],
  },
  {
    meaning: { condition: 'growth_syndrome', lasting: true },
    patterns: [
      'down|downs|turner|turners|noonan|noonans|marfan|williams|klinefelter|klinefelters|sotos|rett|angelman|patau|edwards|kabuki|digeorge|genetic|chromosomal|foetal|fetal ~1 syndrome|syndrom|sindrome',
      'has|have|with|having|got marfan|noonan',
      'marfans|noonans|klinefelter*|fasd|pws|t21|beckwith',
      'trisomy #?',
      "has|have|with|having|got|plus downs|down's|turners|turner's|ds",
      'downs|turners child|baby|girl|boy|kid|son|daughter',
      'prader willi?',
      'russell|silver silver|russell',
      'fragile x',
      'foetal|fetal alcohol',
      'mosaic turner|turners|down|downs',
    ],
  },
  {
    meaning: { condition: 'growth_hormones' },
    patterns: [
      'growth hormone|hormones',
      'gh|hgh deficien*|treatment|injections|therapy|shots',
      'precocious|delayed puberty|adrenarche',
      'early|late puberty >and|treatment|since|for|on|with',
      'puberty blocker*',
      'hypopituitar*|panhypopituitar*|rickets|rachitis|adrenarche',
      'congenital adrenal',
    ],
  },
  {
    meaning: { condition: 'head_shape', lasting: true },
    patterns: ['hydroceph*|microceph*|macroceph*|craniosynostos*|plagioceph*', 'congenital zika', 'vp shunt'],
  },
  {
    meaning: { condition: 'muscle_loss', lasting: true },
    patterns: [
      'cerebral|cerebal|celebral palsy|paralysis',
      'gmfcs|parapleg*|quadripleg*|tetrapleg*|hemipleg*|dipleg*|duchenne|myelomeningocele|contracture*|paralys*|paralyz*|poliomyelitis|dmd',
      'polio >and|as|at|in|since|with|when|now|left|survivor|patient|syndrome',
      'has|with|have|having|spastic cp',
      'spina bifida',
      'muscular dystrophy|atrophy',
      'spinal cord|muscular ~1 injur*|lesion|atrophy',
      'motor neuron|neurone disease',
      'als|mnd|sma >with|and|for|since|patient|type',
    ],
  },
  {
    meaning: { condition: 'immobile' },
    patterns: [
      'wheelchair user|bound|dependent|dependant',
      'in|uses|using|use|needs|on|rely a|the|his|her|my? ~1 wheelchair',
      'wheelchair >since|for|and|all|after',
      'wheelchairbound|bedridden|bedbound|bedfast',
      'bed ridden|bound',
      'not|never|cannot|unable able? to? walk|stand|weightbear >and|since|for|alone|unaided|up|anymore',
      "can't|cant|cannot walk|stand|weightbear >and|since|for|alone|unaided|up|anymore",
    ],
  },
  {
    meaning: { condition: 'bent_spine', lasting: true },
    patterns: [
      'scolio*|skolio*|kypho*|hunchback*|hunched|stooped|stooping|ankylosing|dowager*|lordosis',
      'widow|widows|old|dowagers|buffalo hump',
      'back|spine|spinal ~3 bent|curved|crooked|hunch*|curvature|curve|collapsed',
      'bent|curved|crooked|twisted ~1 spine|back|double|forward|forwards',
      'vertebral|compression|spinal|spine fracture|fractures|collapse|crush',
      "can't|cant|cannot|not stand|standing|sit up? straight|upright",
      "can't|cant|cannot straighten",
    ],
  },
  {
    meaning: { condition: 'worn_load' },
    patterns: [
      'plaster|fibreglass|fiberglass|leg|arm|body|hip|foot|ankle|knee cast|spica|orthosis|brace|splint >on|and|up|is|since|included|for|from|still',
      'has|have|had|with @own? ~1 cast|spica|splint|splints on @own? @side? leg|arm|foot|ankle|wrist|hip|knee',
      'in|wearing|still ~2 plaster|cast|spica|orthosis|orthoses|splint|splints|aircast >on|and|up|is|since|included|for|from|to|still',
      'moon|walking|air|aircast boot >on|and|is|still|included',
      'back|body|spinal|boston|halo brace|jacket|vest|corset >on|and|for|is',
      'body|bullet armour|armor|vest',
      'full|fighting|combat|firefighter|fire|riot kit|gear|uniform|armour|armor',
      'weigh* ~4 in|with|wearing ~4 boots|coat|jacket|armour|armor|uniform|kit|clothes|jeans|backpack|rucksack|clothed|dressed',
      'scale|scales ~2 with|in ~4 boots|coat|jacket|armour|armor|uniform|kit|clothes|jeans|backpack|rucksack',
      'fully|still clothed|dressed',
    ],
  },
  {
    meaning: { condition: 'muscular' },
    patterns: [
      'musclebound|bodybuilding',
      'jacked|swole|shredded|muscly >and|at|with|so|but',
      "men's|mens|women's|womens|classic|bikini physique|bodybuilding|competitor",
      'physique|bikini|crossfit|powerlifting competitor|competition|athlete|games|show|prep',
      'powerlift*|strongman|strongwoman',
    ],
  },
  {
    meaning: { condition: 'steroids' },
    patterns: [
      'anabolic*|trenbolone|tren|roids|sarms|dianabol|dbol|winstrol|juicing',
      'on|do|taking|running gear|juice|roids|test >and|now|for|since|cycle',
    ],
  },
  {
    meaning: { condition: 'wasting_illness' },
    patterns: [
      'cachex*|cachect*|kachex*|leukaemia|leukemia|lymphoma|myeloma|metasta*|carcinoma|chemo|chemotherapy|radiotherapy|mets|palliative|hospice',
      'lung|breast|bowel|colon|stomach|gastric|pancreatic|pancreas|liver|prostate|ovarian|oesophageal|esophageal|brain|throat|skin|terminal|advanced|have|has|with|my|her|his cancer|ca|tumour|tumor >on|and|with|in|stage|since|spread|treatment|patient|for|after|now',
      'cancer patient|treatment|stage|spread|diagnosis',
      'stage ~1 cancer',
      'aids wast*|cachex*',
      'hiv|tb|tuberculosis|copd ~3 wast*|cachex*|thin|weight',
    ],
  },
  {
    meaning: { condition: 'bowel_or_lung' },
    patterns: [
      'coeliac|celiac|crohn|crohns|colitis|ibd|malabsorption',
      'cystic fibrosis',
      'short bowel|gut',
      'congenital heart',
      'heart defect',
    ],
  },
  {
    meaning: { condition: 'stomach_surgery', lasting: true },
    patterns: [
      'gastric|stomach bypass|sleeve|band|banding|balloon|plication',
      'bariatric*|gastrectomy|gastroplasty|vsg|rygb|roux',
      'had|got|after|post|since the|my|vertical sleeve|bypass >done|surgery|op|operation|in|last|and|weeks|months|ago',
      'weight loss surgery|operation|op',
    ],
  },
  {
    meaning: { condition: 'weight_medicine' },
    patterns: [
      'ozempic|ozempik|wegovy|mounjaro|munjaro|zepbound|semaglutide|semaglutid|tirzepatide|liraglutide|saxenda|victoza|rybelsus|orforglipron|phentermine|orlistat',
      'glp 1',
      'fat|skinny|weight|slimming jab|jabs|pen|pens|shots',
    ],
  },
  {
    meaning: { condition: 'fed_by_tube' },
    patterns: [
      'tube|peg|ng|gastrostomy|button|pump fed|feed|feeds|feeding|fed',
      'feeding|peg|ng|nasogastric|gastrostomy|g|j|nj tube|button >since|and|for|at|in|with|fed|feeds|boy|girl|son|daughter|patient|child',
      'nasogastric|gastrostomy|gtube|jejunostomy|parenteral|tpn',
    ],
  },
  {
    meaning: { condition: 'critical_illness' },
    patterns: [
      'in|on the|a|an? icu|itu|ventilator|ecmo|picu',
      'icu|itu|picu patient|bed|ventilated|pt',
      'septic shock',
      'intubated|ventilated|sepsis|septic',
    ],
  },
  {
    meaning: { condition: 'thyroid' },
    patterns: ['hyperthyroid*|hypothyroid*|thyrotoxic*|hashimoto|hashimotos|graves >and|disease|with|on|for'],
  },
  {
    meaning: { condition: 'breastfeeding' },
    patterns: [
      'breastfeeding|breastfeed|brestfeeding|lactating|lactation',
      'breast|brest|chest feeding|feed',
      'nursing my|a|our|her|mum|mom|mother|mama|and >baby|newborn|son|daughter|month|week|twins|infant|little|who|here|of|@own',
      'pumping|expressing ~1 milk',
      'exclusively|still|i nursing|pumping >and|for|every|at|a|my',
    ],
  },
  {
    meaning: { condition: 'after_birth' },
    patterns: [
      'postpartum|postnatal|puerperal|puerperium',
      'post partum|natal',
      'gave|given|giving birth #? days|day|weeks|week|wks|yesterday|today ago?',
      'delivered|had @own ~1 baby|twins|son|daughter|boy|girl #? days|day|weeks|week|wks|yesterday ago?',
      'weeks|days|months|wks pp|ppd|postpartum',
    ],
  },
  {
    meaning: { condition: 'dehydrated' },
    patterns: [
      'dehydrat*|gastroenteritis|diarrhoea|diarrhea|diarhea',
      'stomach|tummy bug|flu >and|now|today|since|this|with',
    ],
  },
  {
    meaning: { condition: 'water_cut' },
    patterns: [
      'suck*|sweat*|cut|cutting|dried|drop|dropped|lost|shed ~4 of water|fluid',
      'water|sweat cut|cutting',
      'weight cut|cutting',
      'making weight',
      'suck*|sweat* ~1 down|out|off',
    ],
  },
  {
    meaning: { condition: 'dialysis' },
    patterns: [
      'dialys*|dyalisis|dialisis|haemodialys*|hemodialys*|capd|ccpd|esrd|eskd|predialysis',
      'on hd|pd >and|since|for|with|mon|mwf|tts|three|thrice|patient',
      'kidney|renal|kidneys failure|failing|failed',
    ],
  },
  {
    meaning: { condition: 'fluid_illness' },
    patterns: [
      'heart|cardiac|liver|hepatic failure|failing',
      'chf|ccf|hfref|hfpef|adhf|cirrho*|decompensated|furosemide|frusemide|lasix|bumetanide|torasemide|torsemide|spironolactone|diuretic|diuretics',
      'water|fluid tablet|tablets|pill|pills',
      'congestive heart|cardiac',
      'weak heart',
    ],
  },
  {
    meaning: { condition: 'below_birth_weight' },
    patterns: [
      'below|under|beneath @own? ~1 birth|birthweight weight?',
      'not|never regained ~2 birth|birthweight weight?',
    ],
  },
  {
    meaning: { condition: 'neonatal_care', lasting: true },
    patterns: ['nicu|scbu|incubator', 'neonatal|special care|unit', 'neonatal intensive'],
  },
]
