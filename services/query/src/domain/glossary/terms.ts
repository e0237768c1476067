/** A general term with the words that name it and its explanation. */
export type Term = {
  readonly id: string
  /** Patterns of `pattern`; the longest match of all terms comes first in an answer. */
  readonly patterns: readonly string[]
  /** Short forms that name it where they are written in capitals. */
  readonly capitals?: readonly string[]
  readonly text: string
}

/** Terms that belong to no single equation. Texts are ours; figures are those of the cited tables and cards. */
export const TERMS: readonly Term[] = [
  {
    id: 'z_score',
    patterns: [
      'z score|scores',
      'zscore|zscores',
      'waz|haz|whz|laz|baz',
      'standard deviation|deviations ~2 score|growth',
    ],
    text: 'A z-score says how many standard deviations (SD) a child lies above or below the median of the reference for the same sex and age (or height): 0 is the median, −2 is lower than all but about 2 in 100 healthy children, +2 higher than all but about 2 in 100.',
  },
  {
    id: 'centile',
    patterns: ['centile|centiles|percentile|percentiles'],
    text: 'A centile (percentile) says how many of 100 children of the same sex and age in the reference are smaller: on the 30th centile 30 are smaller and 70 larger. Between the 3rd and the 97th centile is the usual range; following one’s line matters more than the line itself.',
  },
  {
    id: 'acute_malnutrition',
    // Sam is a name and mam a mother.
    patterns: [
      'gam|sam|mam ~3 prevalence|rate|rates|criteria|criterion|cutoff|cutoffs|mean|means|stand|stands|malnutrition',
      'prevalence|rate|criteria|cutoff|cutoffs|definition|meaning of|for gam|sam|mam',
      'global|severe|moderate acute malnutrition',
    ],
    capitals: ['GAM', 'SAM', 'MAM'],
    text: 'Acute malnutrition of a child under five: severe (SAM) with a weight for length or height below −3 standard deviations (SD), an arm circumference below 115 mm or oedema of both feet; moderate (MAM) from −3 to below −2 SD or 115 to below 125 mm; global (GAM) is both together (WHO and UNICEF 2009).',
  },
  {
    id: 'stunting',
    patterns: [
      'stunting|stunted',
      'cut off|offs ~3 severe|moderate ~1 stunting|stunted',
      'z score ~4 ~1 severe ~1 stunting|stunted',
    ],
    text: 'Stunting means a length or height that is too low for the age: below −2 standard deviations (SD) of the WHO standard, severe below −3. It shows long-lasting undernutrition or illness.',
  },
  {
    id: 'wasting',
    patterns: ['wasting|wasted'],
    text: 'Wasting means a weight that is too low for the length or height: below −2 standard deviations (SD) of the WHO standard, severe below −3. It shows recent, acute loss of weight.',
  },
  {
    id: 'underweight_child',
    patterns: ['underweight ~4 child|children|kid|baby|toddler|age'],
    text: 'In children underweight means a weight for age below −2 standard deviations of the WHO standard, severe below −3. It mixes stunting (low height for age) and wasting (low weight for height).',
  },
  {
    id: 'acute_malnutrition',
    patterns: [
      'acute malnutrition',
      'severe|moderate ~1 malnutrition',
      'sam|mam ~3 malnutrition|muac|criteria|mean|cut',
    ],
    text: 'Acute malnutrition in children of 6 to 59 months (WHO and UNICEF 2009): severe with a mid-upper-arm circumference (MUAC) below 11.5 cm (115 mm), a weight for height below −3 SD, or oedema of both feet; moderate with a MUAC of 11.5 to below 12.5 cm or a weight for height from −3 to below −2 SD.',
  },
  {
    id: 'muac',
    patterns: ['muac', 'mid|middle upper arm', 'arm circumference'],
    text: 'MUAC is the mid-upper-arm circumference, measured on the relaxed left arm half-way between shoulder and elbow. In children of 6 to 59 months below 11.5 cm is severe and below 12.5 cm moderate acute malnutrition.',
  },
  {
    id: 'corrected_age',
    patterns: ['corrected|adjusted|gestational age', 'preterm|premature|preemie|prematurity'],
    text: 'The corrected age of a baby born early is the age counted from the due date (40 weeks of gestation), not from birth: a baby born at 32 weeks is 8 weeks younger by corrected age. It is used up to two years because a preterm baby had fewer weeks to grow; by the age since birth it would seem too small.',
  },
  {
    id: 'who_cdc',
    patterns: ['who ~4 cdc', 'cdc ~4 who'],
    text: 'The WHO standards (2006, birth to 5 years) describe how healthy, breastfed children of six countries grow under good conditions; the CDC 2000 charts describe how children in the USA did grow in surveys of 1963 to 1994, many of them fed by formula. Other children, other data and another method give other percentiles; WHO is advised up to 2 years, and here it is the default for all children.',
  },
  {
    id: 'growth_sources',
    patterns: [
      'growth|your ~2 table|tables|data|charts|chart|reference|references|standards|curves ~4 from|source|sources|come|based|origin|where',
      'where|which|what|source ~6 growth|centile|percentile ~2 table|tables|data|charts|chart|reference|references|standards|curves',
    ],
    text: 'The growth tables are the published LMS figures of the World Health Organization (WHO Child Growth Standards 2006 for 0 to 5 years, WHO Growth Reference 2007 for 5 to 19 years) and of the CDC (2000 charts, with the 2022 extension for high BMI).',
  },
  {
    id: 'asian_cutoffs',
    patterns: [
      'asian|asians|asia|indian|indians|chinese|japanese ~6 bmi|cut|cutoff|cutoffs|class|classes|overweight|obese|waist',
      'bmi|cut|cutoff|cutoffs|overweight|obese|waist ~6 asian|asians|asia|indian|indians|chinese|japanese',
    ],
    text: 'For Asian adults WHO (2004) adds BMI action points at 23, 27.5, 32.5 and 37.5 kg/m²: from 23 the risk is increased, from 27.5 high, because risk begins at a lower BMI than in Europeans (25 and 30). For the waist the IDF uses 90 cm in men and 80 cm in women.',
  },
  {
    id: 'muscular',
    patterns: [
      'bmi ~8 muscular|muscle|muscles|athlete|athletes|bodybuilder|bodybuilders|lifters|fit',
      'muscular|muscle|muscles|athlete|athletes|bodybuilder|bodybuilders ~8 bmi',
    ],
    text: 'BMI cannot tell muscle from fat: muscular people and athletes can have a BMI above 25 with little fat. For them waist-to-height ratio, body fat from skinfolds or girths, or the fat-free mass index say more.',
  },
  {
    id: 'bmi_limits',
    patterns: [
      'bmi ~5 limit|limits|limitation|limitations|wrong|flawed|accurate|reliable|useless|misleading|criticism|bad|problem|problems|good|work|works|valid',
      'limit|limits|limitation|limitations|problem|problems|why|accurate|accuracy|reliable ~5 bmi',
    ],
    text: 'BMI is a rough measure of size for groups: it does not see muscle, fat or where the fat lies, and its adult classes are not made for children, pregnancy, oedema, amputation or great muscle mass. In old age a somewhat higher BMI is not worse.',
  },
  {
    id: 'waist_measure',
    patterns: [
      'how|where ~5 waist ~4 measure|measured|measuring|taken|tape',
      'how|where|correctly ~4 measure|measuring ~4 waist',
    ],
    text: 'Waist circumference is measured at the end of a normal breath out, standing relaxed, with the tape level and snug on the skin, midway between the lowest rib and the top of the hip bone (iliac crest) (WHO 2008).',
  },
  {
    id: 'hip_measure',
    patterns: [
      'how|where ~6 hip|hips ~4 measure|measured|measuring|taken',
      'how|where ~4 measure|measuring ~4 hip|hips',
    ],
    text: 'Hip circumference is measured at the widest part of the buttocks, standing with the feet together, the tape level (WHO 2008).',
  },
  {
    id: 'height_measure',
    patterns: [
      'how|where ~5 height|length|tall ~3 measure|measured|measuring',
      'how ~4 measure|measuring ~4 height|length|baby',
    ],
    text: 'Children below two years are measured lying (length) and older ones standing without shoes (height); lying gives about 0.7 cm more. Heels, buttocks and head touch the board, and the eyes look straight ahead (WHO 2008).',
  },
  {
    id: 'neck_measure',
    patterns: [
      'how|where ~5 neck|calf|wrist|skinfold|skinfolds|thigh|knee|ulna ~4 measure|measured|measuring|taken',
      'how|where ~4 measure|measuring ~4 neck|calf|wrist|skinfold|skinfolds|knee|ulna',
    ],
    text: 'Neck: just below the larynx, tape slightly down in front. Calf: at its widest, sitting with the knee at a right angle. Wrist: just beyond the bony ends. Skinfolds: on the right side with a calliper, twice. Knee height: heel to the top of the thigh, knee bent at 90°. Ulna: from elbow tip to the bony point of the wrist.',
  },
  {
    id: 'sarcopenia',
    patterns: ['sarcopenia|sarcopenic', 'calf ~2 circumference|girth'],
    text: 'Sarcopenia is the loss of muscle mass and strength with age. The calf holds little fat, so its circumference shows the muscle: below 34 cm in men or 33 cm in women (AWGS 2019) suggests possible sarcopenia and calls for a test of strength.',
  },
  {
    id: 'pal',
    patterns: ['pal', 'physical activity level', 'activity level|factor|factors|multiplier'],
    text: 'The physical activity level (PAL) is the energy of a whole day divided by the resting energy: about 1.4 to 1.5 when sitting most of the day, 1.7 to 1.8 with regular exercise, 2 and more with heavy work.',
  },
  {
    id: 'tdee_bmr',
    patterns: [
      'bmr|rmr|resting|basal ~6 tdee|total|maintenance',
      'tdee|total|maintenance ~6 bmr|rmr|resting|basal',
    ],
    text: 'BMR (basal or resting energy) is what the body uses lying still; TDEE (total daily energy expenditure) adds movement and digestion: TDEE = BMR × physical activity level, about 1.4 to 2.2.',
  },
  {
    id: 'lean_fat_free',
    patterns: ['lean ~3 fat free', 'fat free ~6 lean', 'lean ~2 mass|weight', 'fat free mass'],
    text: 'Fat-free mass is the weight without any fat; lean mass also keeps the little fat inside cells and marrow. In practice both mean muscle, bone, organs and water; it is used for doses, energy and sport.',
  },
  {
    id: 'visceral',
    patterns: ['visceral|abdominal|belly fat', 'central obesity|adiposity|fat'],
    text: 'Visceral fat lies inside the belly around the organs and raises the risk of diabetes and heart disease more than fat under the skin. Waist circumference and waist-to-height ratio (below 0.5 is healthy) show it better than BMI.',
  },
  {
    id: 'obesity_classes',
    patterns: [
      'obesity ~2 class|classes|grade|grades',
      'class|classes|grade|grades ~3 obesity',
      'bmi class|classes|categories|category|cut|cutoff|cutoffs|ranges|range|groups',
      'what|which ~3 overweight|obese|obesity|underweight',
      'overweight ~4 obese|obesity',
      'normal|healthy bmi',
    ],
    text: 'WHO classes of adult BMI (kg/m²): below 18.5 underweight (below 17 moderate, below 16 severe thinness), 18.5 to below 25 normal, 25 to below 30 overweight, from 30 obesity class I, from 35 class II, from 40 class III. Children are judged by BMI for age instead.',
  },
  {
    id: 'lms',
    patterns: ['lms', 'box cox'],
    text: 'LMS describes a growth reference by three numbers for each age: the skewness L, the median M and the coefficient of variation S. A measurement y becomes a z-score by ((y/M)^L − 1)/(L·S) (Cole 1990).',
  },
  {
    id: 'convert_mass',
    patterns: [
      'stone|stones ~6 kg|kilogram|kilograms|pounds|lbs|lb',
      'kg|kilogram|kilograms ~6 stone|stones',
      'convert|conversion|many ~5 stone|stones',
    ],
    text: 'One stone is 14 pounds or 6.350 kg: kilograms = stone × 6.35029, stone = kilograms ÷ 6.35029.',
  },
  {
    id: 'convert_pounds',
    patterns: [
      'pounds|pound|lb|lbs ~6 kg|kilogram|kilograms',
      'kg|kilogram|kilograms ~6 pounds|pound|lb|lbs',
    ],
    text: 'One pound is 0.45359 kg: kilograms = pounds × 0.45359, pounds = kilograms × 2.20462.',
  },
  {
    id: 'convert_length',
    patterns: [
      'inches|inch|feet|foot|ft ~6 cm|centimetres|centimeters|metres|meters',
      'cm|centimetres|centimeters|metres|meters ~6 inches|inch|feet|foot|ft',
    ],
    text: 'One inch is 2.54 cm and one foot (12 inches) 30.48 cm: centimetres = inches × 2.54.',
  },
  {
    id: 'convert_energy',
    patterns: [
      'kcal|kilocalories ~6 kj|kilojoule|kilojoules|joule|joules',
      'kj|kilojoule|kilojoules|joules ~6 kcal|kilocalories',
    ],
    text: 'One kilocalorie (kcal) is 4.184 kilojoules (kJ): kJ = kcal × 4.184. The “calorie” on food labels is a kilocalorie.',
  },
  {
    id: 'glim',
    patterns: ['glim', 'must score|tool', 'malnutrition ~4 adult|adults|elderly|older'],
    text: 'GLIM (2019) calls an adult malnourished with at least one sign of the body (weight loss above 5 % in 6 months, low BMI, low muscle) and one cause (less food, poor absorption, disease). BMI counts as low below 20, or below 22 from 70 years on.',
  },
  {
    id: 'oedema',
    patterns: ['oedema|edema'],
    text: 'Oedema is water in the tissue; pressed with a thumb it leaves a pit. It adds to the weight, so weight-based figures are withheld, and in both feet of a young child it is by itself severe acute malnutrition.',
  },
  {
    id: 'amputation',
    patterns: ['amputation|amputee|amputees'],
    text: 'After an amputation the weight lacks the limb, so BMI reads too low. The weight is divided by one minus the share of the part, for example 5.9 % for lower leg and foot or 16 % for a whole leg (Osterkamp 1995).',
  },
  {
    id: 'pregnancy_gain',
    patterns: [
      'weight ~3 gain ~4 pregnancy|pregnant',
      'pregnancy|pregnant ~6 gain',
      'bmi ~5 pregnancy|pregnant',
      'pregnancy|pregnant ~5 bmi',
    ],
    text: 'In pregnancy BMI classes use the weight before pregnancy. The Institute of Medicine (2009) recommends a gain of 12.5–18 kg with a BMI below 18.5, 11.5–16 kg with 18.5 to below 25, 7–11.5 kg with 25 to below 30, and 5–9 kg from 30 on.',
  },
  {
    id: 'dxa_bia',
    patterns: ['dxa|dexa|bia|bioimpedance|impedance|bodpod|hydrostatic'],
    text: 'DXA measures fat, lean and bone by two X-ray energies and serves as a reference; bioimpedance (BIA) estimates them from electrical resistance and depends on water; skinfolds and girths estimate them by equations with an error of about 3 to 4 % fat.',
  },
  {
    id: 'peak_growth',
    patterns: ['peak height velocity|phv', 'growth spurt', 'maturity offset'],
    text: 'Peak height velocity is the time of fastest growth in adolescence, about 12 years in girls and 14 in boys. The maturity offset is the number of years before (−) or after (+) it.',
  },
  {
    id: 'standard_error',
    patterns: [
      'standard error',
      'how ~2 accurate|precise|exact|reliable',
      'error|accuracy ~3 equation|equations|formula|estimate|estimates',
    ],
    text: 'The standard error of an equation is the usual distance between its estimate and a measurement: about two thirds of people lie within one standard error. It is given with a metric where it was published.',
  },
  {
    id: 'waist_cutoffs',
    patterns: [
      'waist ~3 cut|cutoff|cutoffs|threshold|thresholds|limit|limits|normal|healthy|risk|high|large',
      'cut|cutoff|cutoffs|threshold|healthy|normal ~5 waist',
    ],
    text: 'A waist from 94 cm in men and 80 cm in women means an increased risk, from 102 and 88 cm a substantially increased one (WHO 2008, Europeans); for Asian people the IDF uses 90 cm in men and 80 cm in women. Half of the height is a simple limit for everybody.',
  },
  {
    id: 'bmi_sex',
    patterns: [
      'bmi ~6 men|man|male|males ~3 women|woman|female|females',
      'bmi ~6 women|woman|female|females ~3 men|man|male|males',
    ],
    text: 'BMI has the same formula (weight divided by height squared) and the same adult classes for men and women, although women have more fat at the same BMI.',
  },
  {
    id: 'bmi_children',
    patterns: [
      'bmi ~6 child|children|kids|kid|teenagers|teens|adolescents|babies',
      'child|children|kids|teenagers|teens|adolescents ~6 bmi',
    ],
    text: 'For children BMI is computed in the same way (weight divided by height squared) but judged by BMI for age: a z-score or centile for sex and age. Adult classes such as 25 and 30 do not apply.',
  },
  {
    id: 'bmi_old',
    patterns: ['bmi ~6 elderly|older|old|seniors|elders|aged|65|70', 'elderly|older|seniors|elders ~6 bmi'],
    text: 'In older people a low BMI is the greater danger: GLIM (2019) calls a BMI below 22 low from 70 years on (below 20 before), and a BMI of 25 to 27 is not linked with a higher mortality there.',
  },
  {
    id: 'bmi_history',
    patterns: [
      'who|when invented|made|created|developed|devised ~3 bmi|index',
      'quetelet',
      'history|origin|inventor ~3 bmi',
    ],
    text: 'BMI (weight divided by height squared) was described by Adolphe Quetelet in 1832 and named body mass index by Ancel Keys in 1972.',
  },
  {
    id: 'who_2006_2007',
    patterns: ['who ~1 2006 ~4 2007', '2006 ~4 2007'],
    text: 'WHO 2006 is a standard for birth to 5 years from healthy breastfed children of six countries; WHO 2007 is a reference for 5 to 19 years, rebuilt from US data of 1977 so that it joins the standard at 5 years and the adult BMI classes at 19.',
  },
]
