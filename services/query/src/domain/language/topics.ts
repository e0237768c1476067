/** A subject of a question and the words people use for it, separated by `|`. */
export type TopicEntry = { readonly topic: string; readonly phrases: string }

export const TOPIC_ENTRIES: readonly TopicEntry[] = [
  {
    topic: 'bmi',
    phrases:
      'bmi|bmis|body mass index|bim|quetelet|quetelet index|body mass indices|bmi\u0027s|body mass indexes|mass index',
  },
  { topic: 'bmi_prime', phrases: 'bmi prime' },
  { topic: 'new_bmi', phrases: 'new bmi|trefethen|bmi new' },
  { topic: 'ponderal', phrases: 'ponderal index|ponderal|rohrer|rohrer index|corpulence index' },
  {
    topic: 'healthy_weight',
    phrases:
      'over the healthy range|over the healthy weight|over the healthy weight range|above the healthy range|above the healthy weight|above the healthy weight range|over healthy weight|above healthy weight|over a healthy weight|above a healthy weight|over the normal range|above the normal range|below the healthy range|under the healthy range|over my ideal weight|above my ideal weight|over my healthy weight|above my healthy weight|healthy weight|healthy weight range|normal weight range|healthy range|healthy weights|normal weight|weight range|healthy body weight|what should i weigh|should weigh|how much should i weigh|right weight|recommended weight',
  },
  {
    topic: 'pregnancy_gain',
    phrases:
      'gestational weight gain|weight gain in pregnancy|pregnancy weight gain|weight gain during pregnancy|gain during pregnancy|gain in pregnancy|gain while pregnant|gain in my pregnancy|weight gain for pregnancy',
  },
  { topic: 'weight_loss', phrases: 'glim|glim criteria|unintended weight loss|unintentional weight loss' },
  {
    topic: 'whtr',
    phrases:
      'whtr|waist to height ratio|waist height ratio|waist to height|waist height|wthr|waist stature ratio|half my height|half your height|half of my height|half the height|half her height|half his height',
  },
  { topic: 'whr', phrases: 'whr|waist to hip ratio|waist hip ratio|waist to hip' },
  { topic: 'absi', phrases: 'absi|a body shape index|body shape index' },
  { topic: 'bri', phrases: 'bri|body roundness index|body roundness|roundness index' },
  { topic: 'conicity', phrases: 'conicity|conicity index' },
  { topic: 'bai', phrases: 'bai|body adiposity index' },
  { topic: 'wwi', phrases: 'wwi|weight adjusted waist index|weight adjusted waist' },
  { topic: 'avi', phrases: 'avi|abdominal volume index' },
  { topic: 'bsa', phrases: 'bsa|body surface area|body surface|surface area|skin surface|skin area' },
  { topic: 'bsa_mosteller', phrases: 'mosteller' },
  { topic: 'bsa_du_bois', phrases: 'du bois|dubois' },
  { topic: 'bsa_haycock', phrases: 'haycock' },
  { topic: 'bsa_gehan_george', phrases: 'gehan|gehan george' },
  { topic: 'bsa_boyd', phrases: 'boyd' },
  { topic: 'bsa_fujimoto', phrases: 'fujimoto' },
  { topic: 'bsa_takahira', phrases: 'takahira' },
  { topic: 'bsa_schlich', phrases: 'schlich' },
  { topic: 'bsa_livingston', phrases: 'livingston lee' },
  {
    topic: 'lean_mass',
    phrases:
      'lean body mass|lean mass|lbm|lean body weight|lean weight|fat free mass|fat free weight|ffm|lean tissue|lbw|lean',
  },
  { topic: 'lean_boer', phrases: 'boer' },
  { topic: 'lean_james', phrases: 'james' },
  { topic: 'lean_hume', phrases: 'hume' },
  { topic: 'lean_janmahasatian', phrases: 'janmahasatian' },
  {
    topic: 'ideal_weight',
    phrases:
      'ideal weight|ideal body weight|ibw|weigh ideally|ideal mass|predicted body weight|pbw|predicted weight',
  },
  { topic: 'ideal_devine', phrases: 'devine' },
  { topic: 'ideal_robinson', phrases: 'robinson' },
  { topic: 'ideal_miller', phrases: 'miller' },
  { topic: 'ideal_hamwi', phrases: 'hamwi' },
  { topic: 'ideal_broca', phrases: 'broca' },
  { topic: 'ideal_lemmens', phrases: 'lemmens' },
  {
    topic: 'adjusted_weight',
    phrases:
      'adjusted body weight|adjusted weight|abw|ajbw|adjbw|adj bw|adjusted ideal body weight|dosing weight|weight for dosing|dose weight',
  },
  { topic: 'ffmi', phrases: 'ffmi|fat free mass index|normalised ffmi|normalized ffmi' },
  { topic: 'fmi', phrases: 'fmi|fat mass index' },
  {
    topic: 'body_fat',
    phrases:
      'how fat|percent fat|percentage fat|adiposity|fatness|body composition|fat percentage|fat percent|body fat percentage|fat content|kilos of fat|kg of fat|pounds of fat|fat i carry|how much fat|body fat %|fat %|fat share',
  },
  { topic: 'fat_mass', phrases: 'fat mass|kg of fat|pounds of fat|weight of fat|mass of fat' },
  {
    topic: 'central_fat',
    phrases:
      'visceral fat|belly fat|abdominal fat|abdominal obesity|central obesity|central adiposity|visceral fat risk|stomach fat|tummy fat',
  },
  {
    topic: 'fat_navy',
    phrases:
      'navy|us navy|navy method|navy body fat|us navy body fat|us navy method|hodgdon|navy fat|tape measure method|body fat by tape|tape test|army tape',
  },
  { topic: 'fat_deurenberg', phrases: 'deurenberg|deurenberg body fat' },
  { topic: 'fat_gallagher', phrases: 'gallagher|gallagher body fat' },
  { topic: 'fat_cun_bae', phrases: 'cun bae|cunbae' },
  { topic: 'fat_rfm', phrases: 'rfm|relative fat mass' },
  { topic: 'fat_durnin', phrases: 'durnin|durnin womersley|womersley|durnin and womersley' },
  {
    topic: 'fat_jackson_pollock',
    phrases: 'jackson pollock|jackson and pollock|pollock|jp7|jp3|jp 7|jp 3|jp 7 site|jp 3 site',
  },
  { topic: 'fat_slaughter', phrases: 'slaughter' },
  { topic: 'fat_evans', phrases: 'evans' },
  {
    topic: 'body_water',
    phrases:
      'body water|total body water|tbw|watson|watson volume|hume weyers|litres of water|liters of water|water in my body|urea volume',
  },
  {
    topic: 'blood_volume',
    phrases:
      'blood volume|nadler|nadler blood volume|litres of blood|liters of blood|how much blood|amount of blood|total blood volume|ebv|estimated blood volume|circulating volume',
  },
  {
    topic: 'muscle',
    phrases: 'muscle mass|skeletal muscle|skeletal muscle mass|smm|muscle|muscle do i have|muscles',
  },
  { topic: 'arm_area', phrases: 'arm muscle area|arm fat area|upper arm muscle area|arm area' },
  { topic: 'bone_mass', phrases: 'bone mass|skeletal mass' },
  {
    topic: 'bmr',
    phrases:
      'bmr|rmr|ree|basal metabolic rate|resting metabolic rate|basal metabolism|resting energy|resting energy expenditure|metabolic rate|burn at rest|at rest|resting calories|resting calorie|resting kcal|basal calories|basal energy|basal energy expenditure|bee|metabolism|resting metabolism|resting expenditure|rest energy|burn doing nothing|burn lying down|burn while resting|burn in bed|burn asleep|basal rate|basal metabolic|energy need at rest|energy at rest|calories at rest|resting energy need|rdee',
  },
  { topic: 'bmr_mifflin', phrases: 'mifflin|mifflin st jeor|mifflin bmr' },
  { topic: 'bmr_harris_benedict', phrases: 'harris benedict|harris benedict bmr' },
  { topic: 'bmr_roza', phrases: 'roza|roza shizgal|revised harris benedict' },
  { topic: 'bmr_schofield', phrases: 'schofield' },
  { topic: 'bmr_henry', phrases: 'henry|oxford equation|henry oxford' },
  { topic: 'bmr_katch', phrases: 'katch|katch mcardle|mcardle' },
  { topic: 'bmr_cunningham', phrases: 'cunningham' },
  { topic: 'bmr_owen', phrases: 'owen' },
  { topic: 'bmr_livingston', phrases: 'livingston|livingston kohlstadt' },
  { topic: 'bmr_ten_haaf', phrases: 'ten haaf' },
  {
    topic: 'tdee',
    phrases:
      'tdee|total energy expenditure|total daily energy|daily energy|daily energy expenditure|calories do i burn|calories per day|calories a day do i|maintenance calories|daily calories|energy requirement|energy needs|eer|maintenance|total energy|calories to maintain|to maintain|maintain my weight|maintain her weight|maintain his weight|calorie needs|calorie need|calorie requirement|calorie requirements|caloric needs|caloric requirement|energy need|energy expenditure|daily calorie|daily calorie needs|how many calories to|how many calories do i|how many calories does|how many calories should|how many calories per day|how many calories a day|calories should i eat|calories do i need|calories does|calories a day|kcal a day|kcal per day|daily kcal|calorie intake|estimated energy requirement|calories i burn|total expenditure|kilojoules per day|calories should|energy intake',
  },
  { topic: 'somatotype', phrases: 'somatotype|heath carter|somatochart|endomorphy|mesomorphy|ectomorphy' },
  { topic: 'cormic', phrases: 'cormic|cormic index|sitting height ratio' },
  { topic: 'frame_size', phrases: 'frame size|body frame' },
  {
    topic: 'growth',
    phrases:
      'growth|percentile|centile|percentiles|centiles|z score|z scores|growth chart|growth curve|who 2006|who 2007|growing|grow|stunted|stunting|wasted|wasting|who chart|who charts|growth charts|growth standards|z scores|zscore|zscores|z|sds|sd score|on the chart|growth tables|growth reference|who z|who z scores',
  },
  { topic: 'growth_cdc', phrases: 'cdc|cdc 2000' },
  {
    topic: 'growth_weight',
    phrases:
      'weight for age|who weight|who weight for age|weight z score|weight z|weight centile|weight percentile|weight centiles|weight percentiles|waz|wfa|weight for age z|weight for age z score|weight for age z scores|weight for age centile|weight for age percentile|weight z scores|percentile of weight|centile of weight|percentile for weight|centile for weight|weight sds|wt z|wt centile|wt percentile|underweight z|wt for age',
  },
  {
    topic: 'growth_height',
    phrases:
      'height for age|length for age|stature for age|height z score|height z|height centile|height percentile|length centile|length percentile|haz|laz|hfa|lfa|length z|length z score|height centiles|height percentiles|length for age z|height for age z|height for age z score|height for age centile|height for age percentile|length for age percentile|length for age centile|height for age percentiles|stature centile|stature percentile|percentile of height|centile of height|percentile for height|centile for height|height sds|ht z|ht centile|ht percentile|ht for age|tall for age|short for age|height z scores',
  },
  {
    topic: 'growth_bmi',
    phrases:
      'bmi for age|bmi centile|bmi percentile|bmi z score|bmi z|baz|bmi centiles|bmi percentiles|bmi z scores|bmi for age z|bmi for age z score|bmi for age z scores|bmi for age centile|bmi for age percentile|who bmi z|bmi sds|percentile of bmi|centile of bmi|percentile for bmi|centile for bmi|bmi sd score',
  },
  {
    topic: 'growth_weight_height',
    phrases:
      'who weight for height|who weight for length|weight for height|weight for length|weight for stature|whz|wlz|wfh|wfl|weight for height z|weight for length z|weight for height z score|weight for length z score|weight for height z scores|wt for length|wt for height|wt for length z|wt for height z|wt for ht|weight for height percentile|weight for length percentile|weight for length centile|weight for height centile',
  },
  {
    topic: 'growth_head',
    phrases:
      'head circumference for age|head circumference centile|head circumference percentile|head centile|head percentile|hcz|hc for age|ofc centile|ofc percentile|hc centile|hc percentile|head circumference z|head circumference z score|head z|ofc z|head size percentile',
  },
  {
    topic: 'midparental',
    phrases:
      'mid parental height|midparental height|mid parental|adult height|target height|how tall will|parental height|final height|predicted height|grown up height|predicted adult height|expected height|expected adult height|genetic height|genetic target|how tall might|how tall could|how tall would|how big will|tall as an adult|tall as adult|tall when grown|mph',
  },
  {
    topic: 'muac',
    phrases:
      'arm circumference for age|muac for age|mid upper arm circumference for age|muac z|muac z score|muac class|acfa|arm circumference z score',
  },
  { topic: 'khamis_roche', phrases: 'khamis roche|khamis' },
  { topic: 'maturity', phrases: 'mirwald|maturity offset|peak height velocity|phv' },
  {
    topic: 'hrmax',
    phrases:
      'max heart rate|maximum heart rate|maximal heart rate|hrmax|hr max|max hr|tanaka|gellish|maximum pulse|max pulse|peak heart rate|mhr|highest heart rate',
  },
  {
    topic: 'vo2max',
    phrases:
      'vo 2 max|vo 2|vo2max|aerobic capacity|maximal oxygen uptake|maximum oxygen uptake|cardiorespiratory fitness',
  },
]
