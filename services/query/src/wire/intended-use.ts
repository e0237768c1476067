/** Where the whole statement stands: the section of the README, which the API description repeats. */
const INTENDED_USE_PATH = '/docs#description/intended-use'

/** The statement in one sentence, for the metadata of every answer. */
export const INTENDED_USE = `Calculates published indices from body measurements for health and nutrition professionals, surveys and developers; not a diagnosis and not a basis for dosing. See ${INTENDED_USE_PATH}`

/** References behind the classes and standards, with their dates. The cards of the catalogue name those of single equations. */
export const REFERENCES: readonly string[] = [
  'WHO Multicentre Growth Reference Study Group. WHO Child Growth Standards: methods and development. Geneva: World Health Organization; 2006, 2007.',
  'de Onis M, Onyango AW, Borghi E, Siyam A, Nishida C, Siekmann J. Development of a WHO growth reference for school-aged children and adolescents. Bull World Health Organ 2007;85:660–667.',
  'Kuczmarski RJ et al. 2000 CDC growth charts for the United States: methods and development. Vital Health Stat 11(246), 2002; extended BMI charts, CDC, 2022.',
  'WHO and UNICEF. Recommendations for data collection, analysis and reporting on anthropometric indicators in children under 5 years old. Geneva: World Health Organization; 2019.',
  'WHO. Physical status: the use and interpretation of anthropometry. WHO Technical Report Series 854. Geneva: World Health Organization; 1995.',
]

/** The statement for people: for whom, for what, and what it is not. */
export const INTENDED_USE_STATEMENT = `**For whom.** Health and nutrition professionals, coaches, people who run nutrition surveys, and developers who build for them. Others may use it to learn what a number means.

**For what.** To calculate published anthropometric indices from measurements, with their citation, limits and error, and to estimate prevalences in surveys of children as WHO's programs do.

**What it is not.** It makes no diagnosis and no decision about treatment, nutrition therapy or the dose of a medicine. It is not a medical device and not an emergency service. A number is as good as the measurement behind it: check implausible ones by measuring again, and leave the judgement of a person to a professional who sees that person.

**References and their dates.** WHO Child Growth Standards 2006 and 2007, WHO Reference 2007 (5 to 19 years), CDC Growth Charts 2000 with the extended BMI charts of 2022, WHO and UNICEF recommendations for surveys 2019. Every metric names its own publication in \`GET /metrics/catalogue\`.`
