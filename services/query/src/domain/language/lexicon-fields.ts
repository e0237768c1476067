import type { NumericInput } from './structured-query.ts'

/** A body measure as people name it. `fold` is the skinfold meant when the unit is mm or "skinfold" is said. */
export type FieldEntry = {
  readonly field: NumericInput | 'unsupported'
  readonly fold?: NumericInput
  readonly phrases: string
  /** Time or purpose that the label itself carries: CW, SW, GW. */
  readonly tag?: 'past' | 'target' | 'usual'
  readonly topic?: string
}

/** Names of the measures, several per line, separated by `|`; typing errors seen often are listed with them. */
export const FIELD_ENTRIES: readonly FieldEntry[] = [
  {
    field: 'heightCm',
    phrases:
      'height|ht|stature|tall|hight|heigth|hieght|heights|body height|standing height|length|body length|stands|stand|largo|altura|groesse|größe|taille|long|crown heel length',
  },
  {
    field: 'weightKg',
    phrases:
      'weight|wt|weigh|weighs|weighing|weighed|heavy|body weight|body mass|mass|wieght|weigth|wheight|dry weight|dry wt|current weight|present weight|actual weight|booking weight|cw|gewicht|poids|peso|bodyweight|weight\u0027s',
  },
  {
    field: 'weightKg',
    tag: 'past',
    phrases:
      'bw|birth weight|sw|start weight|starting weight|previous weight|old weight|former weight|prior weight|admission weight|original weight|last weight|highest weight|peak weight|lowest weight|weight at diagnosis|weight at admission|earlier weight|initial weight',
  },
  {
    field: 'weightKg',
    tag: 'usual',
    phrases:
      'usual weight|usual|usual body weight|ubw|premorbid weight|pre illness weight|weight before illness|habitual weight|normal weight was|usually weighs|usually weigh|usual wt',
  },
  { field: 'weightKg', tag: 'target', phrases: 'gw|goal weight|target weight|desired weight|goalweight' },
  { field: 'ageYears', tag: 'past', phrases: 'at age|at the age of|when i was|when he was|when she was' },
  { field: 'ageYears', phrases: 'age|aged|years of age|alter|edad|âge' },
  {
    field: 'waistCm',
    phrases:
      'waist|waist size|waistline|wc|waist circumference|waist girth|waits|waste circumference|belly|navel|abdominal circumference|abdominal girth|circumference of waist|circumfrence of waist|circumference of the waist|tour de taille|bauchumfang|cintura',
  },
  { field: 'hipCm', phrases: 'hip|hips|hip size|hips size|hip circumference|hip girth|hüfte|cadera' },
  { field: 'neckCm', phrases: 'neck|neck circumference|neck size|neck girth|collar|collar size' },
  { field: 'headCm', phrases: 'head circumference|hc|head|ofc|head girth', topic: 'head_circumference' },
  {
    field: 'muacCm',
    phrases:
      'muac|mid upper arm circumference|mid arm circumference|mid-arm circumference|midarm circumference|mac|muac tape|mid upper arm',
    topic: 'muac',
  },
  {
    field: 'muacCm',
    phrases:
      'upper arm|arm circumference|left arm circumference|upper arm circumference|arm girth|relaxed arm|relaxed arm girth',
  },
  {
    field: 'flexedArmCm',
    phrases: 'flexed arm|flexed arm girth|tensed arm|flexed arm circumference|flexed bicep',
  },
  { field: 'forearmCm', phrases: 'forearm|forearm girth|forearm circumference' },
  { field: 'wristCm', phrases: 'wrist|wrist circumference|wrist girth' },
  { field: 'thighCm', fold: 'thighMm', phrases: 'thigh|thigh girth|thigh circumference|mid thigh' },
  { field: 'calfCm', fold: 'calfMm', phrases: 'calf|calf girth|calf circumference|medial calf' },
  { field: 'unsupported', fold: 'chestMm', phrases: 'chest|pectoral' },
  { field: 'waistCm', fold: 'abdominalMm', phrases: 'abdomen|abdominal' },
  { field: 'calfMm', phrases: 'calf skinfold|medial calf skinfold' },
  { field: 'thighMm', phrases: 'thigh skinfold' },
  { field: 'chestMm', phrases: 'chest skinfold|pectoral skinfold' },
  { field: 'abdominalMm', phrases: 'abdominal skinfold|abdomen skinfold' },
  { field: 'tricepsMm', phrases: 'triceps|triceps skinfold|tsf|tricep' },
  { field: 'bicepsMm', phrases: 'biceps|biceps skinfold|bicep skinfold' },
  { field: 'subscapularMm', phrases: 'subscapular|subscap|subscapular skinfold' },
  { field: 'suprailiacMm', phrases: 'suprailiac|supra iliac|iliac crest|suprailiac skinfold' },
  { field: 'supraspinaleMm', phrases: 'supraspinale|supraspinal|supraspinale skinfold' },
  { field: 'midaxillaryMm', phrases: 'midaxillary|axilla|mid axillary|midaxillary skinfold' },
  { field: 'humerusBreadthCm', phrases: 'humerus|humerus breadth|elbow breadth|humerus width' },
  { field: 'femurBreadthCm', phrases: 'femur|femur breadth|knee breadth|femur width' },
  { field: 'radiusBreadthCm', phrases: 'radius breadth|wrist breadth|bistyloid breadth' },
  { field: 'sittingHeightCm', phrases: 'sitting height|seated height' },
  { field: 'kneeHeightCm', phrases: 'knee height', topic: 'knee_height' },
  { field: 'ulnaCm', phrases: 'ulna|ulna length|ulnar length', topic: 'ulna_height' },
  { field: 'demispanCm', phrases: 'demispan|demi span|half span', topic: 'demispan_height' },
  {
    field: 'bodyFatPercent',
    phrases: 'body fat|bodyfat|bf|fat percentage|body fat percentage|bf%|fat percent',
    topic: 'body_fat',
  },
  { field: 'bodyFatPercent', phrases: 'fat|adipose tissue|fat by calipers|fat by dxa|fat by bia' },
  { field: 'activityRating', phrases: 'par|pa r|activity rating|activity score' },
  { field: 'physicalActivityLevel', phrases: 'pal|physical activity level|activity factor' },
  {
    field: 'unsupported',
    phrases:
      'weight limit|load limit|weight capacity|maximum load|leg length|inseam|shoulder|shoulders|chest circumference|bust|arm span|wingspan|foot length|resting heart rate|heart rate|hr|rhr|bp|blood pressure|pulse',
  },
]
