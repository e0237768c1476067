/** What a topic is, what it is for and where it ends: one or two plain sentences, by topic of `topics.ts`. */
export const ABOUT: Readonly<Record<string, string>> = {
  bmi: 'Body mass index (BMI) is the weight in kilograms divided by the square of the height in metres. It is a simple sign of under- and overweight in adults; it does not tell fat from muscle.',
  bmi_prime:
    'BMI prime is the BMI divided by 25, the upper end of the normal range: 1.1 means 10 % above it.',
  new_bmi:
    'The new BMI (Trefethen) divides by height to the power 2.5, because the usual BMI rates tall people too high and short people too low.',
  ponderal:
    'The ponderal index divides the weight by the cube of the height; it suits newborns and very tall or short people better than BMI.',
  healthy_weight:
    'The healthy weight range is the weight at which the BMI lies between 18.5 and 25 for a height.',
  whtr: 'Waist-to-height ratio (WHtR) is the waist divided by the height. It shows fat in the belly; below 0.5 is healthy, 0.5 to below 0.6 increased, from 0.6 high (NICE 2022).',
  whr: 'Waist-to-hip ratio (WHR) is the waist divided by the hip circumference and shows where fat lies. From 0.90 in men and 0.85 in women the risk is substantially increased (WHO 2008).',
  absi: 'ABSI (a body shape index) is the waist in relation to BMI and height: it needs waist, weight and height, and for its z-score sex and age. High values mean more belly than the size explains and go with a higher risk of death.',
  bri: 'The body roundness index describes the body as an ellipse from waist and height; about 1 is a narrow and 16 a very round body.',
  conicity:
    'The conicity index compares the waist with that of a cylinder of the same weight and height: 1.0 is a cylinder, 1.7 nearly a double cone.',
  bai: 'The body adiposity index estimates body fat from hip and height, without a scale.',
  wwi: 'The weight-adjusted waist index is the waist divided by the square root of the weight; it shows belly fat apart from weight.',
  avi: 'The abdominal volume index estimates the volume of the abdomen from waist and hip.',
  bsa: 'Body surface area (BSA) is the area of the skin, about 1.7 m² in an adult. It is used to index heart and kidney figures and for some medicines.',
  lean_mass:
    'Lean body mass is the weight without fat: muscle, bone, organs and water. It is used for contrast media, anaesthetics and energy.',
  ideal_weight:
    'Ideal body weight is a weight for a height from an old formula of insurance and pharmacy tables. It is used for ventilation and some medicines and is no goal for anybody.',
  adjusted_weight:
    'Adjusted body weight lies between ideal and actual weight: ideal + 0.4 × (actual − ideal). It is used in obesity where a medicine spreads only partly into fat.',
  ffmi: 'The fat-free mass index (FFMI) is the fat-free mass divided by the square of the height: muscle and bone for the height.',
  fmi: 'The fat mass index (FMI) is the fat mass divided by the square of the height; unlike the percentage it does not depend on muscle.',
  body_fat:
    'Body fat is the share of the weight that is fat. Equations estimate it from skinfolds, girths or BMI, in this order of trust.',
  fat_mass: 'Fat mass is the weight of all fat of the body: weight times the share of fat.',
  body_water:
    'Total body water is all water of the body, about 60 % of the weight in men and 50 % in women. The Watson equation is used for dialysis and water balance.',
  blood_volume:
    'Blood volume is all blood of the body, about 70 mL per kg. The Nadler equation is used before donation and surgery.',
  muscle:
    'Skeletal muscle mass is the muscle that moves the body, about 40 % of the weight in men and 30 % in women.',
  bone_mass: 'Bone mass is the mass of the skeleton, estimated here from breadths of bones.',
  bmr: 'Basal metabolic rate (BMR), also resting energy, is the energy that the body uses at rest, about 1 kcal per kg and hour.',
  tdee: 'Total daily energy expenditure (TDEE) is the energy of a whole day: resting energy times the physical activity level. Eating as much keeps the weight.',
  somatotype:
    'The somatotype describes a physique by three numbers: endomorphy (roundness), mesomorphy (muscle) and ectomorphy (slenderness) (Heath and Carter).',
  cormic:
    'The cormic index is the sitting height as a share of the height: long or short legs for the trunk.',
  frame_size: 'Frame size compares the height with the wrist: small, medium or large bones.',
  growth:
    'Growth of a child is judged by comparing weight, height, BMI or head with children of the same sex and age in a reference, as a z-score or a centile.',
  growth_weight:
    'Weight for age compares the weight of a child with the reference for sex and age; below −2 SD is underweight.',
  growth_height:
    'Length or height for age compares the height of a child with the reference for sex and age; below −2 SD is stunted.',
  growth_bmi:
    'BMI for age compares the BMI of a child with the reference for sex and age; from 5 years above +1 SD is overweight and above +2 SD obesity (WHO 2007).',
  growth_weight_height:
    'Weight for length or height compares the weight of a child with others of the same length, whatever the age; below −2 SD of the median is wasted, above +2 SD overweight.',
  growth_head:
    'Head circumference for age compares the head of a child with the reference for sex and age; it follows the growth of the brain.',
  midparental:
    'Mid-parental height is the mean height of both parents, plus 6.5 cm for boys or minus 6.5 cm for girls; most children end within 8.5 cm of it.',
  khamis_roche:
    'Khamis–Roche predicts the adult height from the present height, weight and age of a child and the height of both parents, without an X-ray.',
  maturity:
    'The maturity offset estimates the years before or after the fastest growth from age, height and sitting height.',
  muac: 'MUAC is the mid-upper-arm circumference; in children of 6 to 59 months below 11.5 cm is severe and below 12.5 cm moderate acute malnutrition.',
  hrmax:
    'The maximum heart rate is the highest pulse in full effort. It falls with age; equations such as 208 − 0.7 × age err by about 10 beats.',
  vo2max:
    'VO₂max is the largest amount of oxygen that the body can use, the usual measure of endurance; here it is estimated without exercise.',
  knee_height: 'Knee height estimates the stature of people who cannot stand.',
  ulna_height: 'The length of the ulna estimates the stature of people who cannot stand.',
  demispan_height:
    'The demi-span (from the notch of the breastbone to the finger roots) estimates the stature of people who cannot stand.',
}
