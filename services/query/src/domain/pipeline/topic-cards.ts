import type { EquationCard } from '../metrics/card.ts'
import { ALL_CARDS } from '../metrics/registry.ts'

/** Cards of a topic: by quantity (`q:`), by the beginning of the id (`p:`), or by id. */
const TOPIC_CARDS: Readonly<Record<string, string>> = {
  bmi: 'bmi',
  bmi_prime: 'bmi_prime',
  new_bmi: 'new_bmi',
  ponderal: 'ponderal_index',
  healthy_weight: 'healthy_weight_min healthy_weight_max',
  pregnancy_gain: 'p:gestational_weight_gain bmi_before_pregnancy',
  weight_loss: 'weight_loss',
  body_fat_measured: 'body_fat_measured fat_mass fat_free_mass',
  whtr: 'waist_to_height_ratio',
  whr: 'waist_to_hip_ratio',
  absi: 'absi absi_z',
  bri: 'body_roundness_index',
  conicity: 'conicity_index',
  bai: 'body_adiposity_index',
  wwi: 'weight_adjusted_waist_index',
  avi: 'abdominal_volume_index',
  bsa: 'q:body_surface_area',
  bsa_mosteller: 'bsa_mosteller',
  bsa_du_bois: 'bsa_du_bois',
  bsa_haycock: 'bsa_haycock',
  bsa_gehan_george: 'bsa_gehan_george',
  bsa_boyd: 'bsa_boyd',
  bsa_fujimoto: 'bsa_fujimoto',
  bsa_takahira: 'bsa_takahira',
  bsa_schlich: 'bsa_schlich',
  bsa_livingston: 'bsa_livingston_lee',
  lean_mass: 'q:lean_mass fat_free_mass',
  lean_boer: 'lean_mass_boer',
  lean_james: 'lean_mass_james',
  lean_hume: 'lean_mass_hume',
  lean_janmahasatian: 'lean_mass_janmahasatian',
  ideal_weight: 'q:ideal_weight',
  ideal_devine: 'ideal_weight_devine',
  ideal_robinson: 'ideal_weight_robinson',
  ideal_miller: 'ideal_weight_miller',
  ideal_hamwi: 'ideal_weight_hamwi',
  ideal_broca: 'ideal_weight_broca',
  ideal_lemmens: 'ideal_weight_lemmens',
  adjusted_weight: 'adjusted_weight',
  ffmi: 'q:fat_free_mass_index',
  fmi: 'fat_mass_index',
  body_fat: 'q:body_fat_percent',
  fat_mass: 'fat_mass',
  central_fat: 'waist_to_height_ratio waist_circumference waist_to_hip_ratio',
  fat_navy: 'body_fat_navy',
  fat_deurenberg: 'p:body_fat_deurenberg',
  fat_gallagher: 'body_fat_gallagher',
  fat_cun_bae: 'body_fat_cun_bae',
  fat_rfm: 'body_fat_relative_fat_mass',
  fat_durnin: 'p:body_fat_durnin_womersley',
  fat_jackson_pollock: 'p:body_fat_jackson_pollock',
  fat_slaughter: 'p:body_fat_slaughter',
  fat_evans: 'p:body_fat_evans',
  body_water: 'q:total_body_water',
  blood_volume: 'q:blood_volume',
  muscle: 'q:skeletal_muscle_mass',
  arm_area: 'q:arm_muscle_area q:arm_fat_area',
  bone_mass: 'q:bone_mass',
  bmr: 'q:resting_energy',
  bmr_mifflin: 'bmr_mifflin_st_jeor',
  bmr_harris_benedict: 'bmr_harris_benedict',
  bmr_roza: 'bmr_roza_shizgal',
  bmr_schofield: 'bmr_schofield',
  bmr_henry: 'bmr_henry',
  bmr_katch: 'bmr_katch_mcardle',
  bmr_cunningham: 'p:bmr_cunningham',
  bmr_owen: 'bmr_owen',
  bmr_livingston: 'bmr_livingston',
  bmr_ten_haaf: 'p:bmr_ten_haaf',
  tdee: 'q:total_energy',
  somatotype: 'p:somato',
  cormic: 'cormic_index',
  frame_size: 'frame_size',
  growth_weight: 'q:weight_for_age',
  growth_height: 'q:length_height_for_age',
  growth_bmi: 'q:bmi_for_age',
  growth_weight_height: 'q:weight_for_length_height',
  growth_head: 'q:head_circumference_for_age',
  growth:
    'q:weight_for_age q:length_height_for_age q:bmi_for_age q:weight_for_length_height q:head_circumference_for_age q:arm_circumference_for_age q:triceps_skinfold_for_age q:subscapular_skinfold_for_age',
  midparental: 'q:adult_height',
  khamis_roche: 'adult_height_khamis_roche',
  maturity: 'q:maturity_offset',
  muac: 'muac q:arm_circumference_for_age',
  knee_height: 'height_from_knee_height',
  ulna_height: 'height_from_ulna',
  demispan_height: 'height_from_demispan',
  hrmax: 'q:max_heart_rate',
  vo2max: 'q:vo2max',
}

/** The family that a topic naming one equation belongs to: asking for Mifflin does not ask for every BMR. */
const FAMILIES: readonly (readonly [string, string])[] = [
  ['bsa_', 'bsa'],
  ['lean_', 'lean_mass'],
  ['ideal_', 'ideal_weight'],
  ['fat_', 'body_fat'],
  ['bmr_', 'bmr'],
  ['growth_', 'growth'],
]
const familyOf = (topic: string): string | undefined => {
  const family = FAMILIES.find(([prefix, name]) => topic.startsWith(prefix) && topic !== name)?.[1]
  return topic === 'growth_cdc' ? undefined : family
}

const isCdc = (card: EquationCard): boolean => card.id.startsWith('cdc_')

function cardsOf(topic: string): readonly EquationCard[] {
  const rules = (TOPIC_CARDS[topic] ?? '').split(' ').filter((rule) => rule !== '')
  return ALL_CARDS.filter((card) =>
    rules.some((rule) =>
      rule.startsWith('q:')
        ? card.quantity === rule.slice(2)
        : rule.startsWith('p:')
          ? card.id.startsWith(rule.slice(2))
          : card.id === rule,
    ),
  )
}
const CARDS_BY_TOPIC: ReadonlyMap<string, readonly EquationCard[]> = new Map(
  Object.keys(TOPIC_CARDS).map((topic) => [topic, cardsOf(topic)]),
)

/** Returns the cards of a set of topics. A named equation narrows its family; growth uses one reference. */
export function cardsOfTopics(topics: readonly string[], references: 'who' | 'cdc'): readonly EquationCard[] {
  const narrowed = new Set(topics.map(familyOf).filter((family) => family !== undefined))
  const cdc = references === 'cdc' || topics.includes('growth_cdc')
  const asked = topics.includes('growth_cdc') && !narrowed.has('growth') ? [...topics, 'growth'] : topics
  const cards = new Set<EquationCard>()
  for (const topic of asked) {
    if (narrowed.has(topic)) continue
    for (const card of CARDS_BY_TOPIC.get(topic) ?? [])
      if (!isGrowthScore(card) || isCdc(card) === cdc) cards.add(card)
  }
  return [...cards]
}

const isGrowthScore = (card: EquationCard): boolean =>
  card.category === 'growth' &&
  (card.quantity.endsWith('_for_age') || card.quantity === 'weight_for_length_height')
