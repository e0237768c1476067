/** What a text may be about that is more urgent than any figure. */
export type ConcernKind = 'self_harm' | 'eating_disorder' | 'emergency' | 'abuse'

/** Guidance behind the rules. The signs are ours in wording; no text of these documents is copied. */
export const SOURCES = {
  NG225: 'NICE guideline NG225 (2022), Self-harm: assessment, management and preventing recurrence',
  MHGAP: 'WHO mhGAP guideline (2023), modules on self-harm and suicide',
  NG69: 'NICE guideline NG69 (2017, amended 2020), Eating disorders: recognition and treatment',
  SCOFF: 'Morgan JF, Reid F, Lacey JH 1999, BMJ 319:1467, themes of the SCOFF questions',
  REDS: 'Mountjoy M et al. 2023, Br J Sports Med 57:1073, IOC consensus on relative energy deficiency in sport',
  ACSM: 'Oppliger RA et al. 1996, Med Sci Sports Exerc 28(6):ix–xii, ACSM position stand on weight loss in wrestlers',
  ETAT: 'WHO (2016), Paediatric emergency triage, assessment and treatment, danger signs',
  FORMULA: 'WHO and FAO (2007), Safe preparation, storage and handling of powdered infant formula',
  FIRSTAID: 'ERC guidelines 2021, first aid: stroke, chest pain, breathing, choking, poisoning',
  NG201: 'NICE guideline NG201 (2021), Antenatal care, and NG133 (2019), Hypertension in pregnancy',
  NG76: 'NICE guideline NG76 (2017), Child abuse and neglect; WHO (2013) on intimate partner violence',
} as const

/** One rule. All groups of `needs` must be found in the text; of each group one pattern is enough. */
export type Rule = {
  readonly id: string
  readonly kind: ConcernKind
  readonly source: readonly (keyof typeof SOURCES)[]
  readonly needs: readonly (readonly string[])[]
  /** Patterns that make the rule silent. */
  readonly unless?: readonly string[]
  /**
   * What the numbers must say: somebody whose present or wished weight is below the
   * healthy range, or whose wished weight is far below it.
   */
  readonly when?: 'thin' | 'very_thin_goal'
  /** A report of the past counts as present (default: an old and finished matter does not). */
  readonly pastCounts?: true
  /** What was understood, to go on after "you write about". */
  readonly understood: string
}
