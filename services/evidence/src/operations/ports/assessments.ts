import type { ObservationKey, ObservedEvidence } from '../../domain/evidence/observed-evidence.ts'
import type { LearnedModel } from '../../domain/inference/learned-model.ts'
import type { LearnedNetwork, NetworkDelta, TypeMeans } from '../../domain/network/learned-network.ts'
import type { Actor } from './accounts.ts'
import type { StoredEvidence } from './molecules.ts'

/** Returns an id for a text. Equal texts have equal ids everywhere. */
export type ContentId = (text: string) => string

/** Returns a hash by which results are compared. */
export type ResultHash = (text: string) => string

/** Creates a hash of the bytes of a file, added piece by piece; `end` returns it in hexadecimal. */
export type NewFileHash = () => { add(bytes: Uint8Array): void; end(): string }

/** Item to store. */
export interface KeepItem {
  readonly id: string
  readonly item: ObservedEvidence
}

/** Molecule that claims the same observation. */
export interface Rival {
  readonly moleculeId: string
  readonly evidence: readonly StoredEvidence[]
  /** Items that were set aside; absent where the bounds do not matter. */
  readonly aside?: readonly StoredEvidence[]
}

/** Everything that the assessment of one molecule depends on, at one moment. */
export interface EvidenceState {
  readonly moleculeId: string
  /** Time of the database, or the requested time of a past state. */
  readonly moment: Date
  readonly evidence: readonly StoredEvidence[]
  /** Items that were set aside, if kept evidence is assessed; the bounds keep their conflict. */
  readonly aside?: readonly StoredEvidence[]
  /**
   * Each other molecule that claims one of the observations, with its items of these pairs and its items that bear on
   * the molecule as such. All of them, sorted by molecule. Other ids of the same candidate are among them; `read` and
   * `setAside` list those of a molecule without observations, too.
   */
  readonly rivals: readonly Rival[]
  readonly model: LearnedModel
  readonly network: LearnedNetwork
}

/** Stored record of an assessment, from which it can be computed again. */
export interface AssessmentRecord {
  readonly id: string
  readonly request: unknown
  readonly algorithmVersion: string
  /** Version of the package that made the assessment and can make it again. */
  readonly packageVersion: string
  readonly overallScore: number
  readonly bounds: readonly [number, number]
  readonly resultHash: string
}

/** Assessment as it was stored. */
export interface StoredAssessment extends AssessmentRecord {
  readonly moment: Date
  readonly modelVersion: number
}

/** Evidence of molecules, learned statistics and assessments. */
export interface AssessmentStore {
  /**
   * Stores new items, assesses all items of the request (with `includeKept` all items in use of the molecule) and stores
   * the record, in one transaction. Writers of one molecule take turns.
   */
  keep<T>(
    actor: Actor,
    request: { moleculeId: string; items: readonly KeepItem[]; includeKept: boolean },
    assess: (state: EvidenceState) => Promise<{ result: T; record: AssessmentRecord }>,
  ): Promise<{ result: T; added: number }>
  /** Returns the state of a molecule now or at a past time, or undefined if the organization does not have it. */
  read(organizationId: string, moleculeId: string, asOf?: Date): Promise<EvidenceState | undefined>
  /** Like `read`, for many molecules at one moment. Leaves out unknown molecules. */
  readMany(organizationId: string, moleculeIds: readonly string[]): Promise<EvidenceState[]>
  /** Returns the state that a request with these items would have had at a past time. Writes nothing. */
  replay(
    organizationId: string,
    request: { moleculeId: string; items: readonly KeepItem[]; includeKept: boolean },
    asOf: Date,
  ): Promise<EvidenceState>
  /** Lists the assessments of a molecule as they were stored, newest first, before a time. */
  stored(
    organizationId: string,
    moleculeId: string,
    page: { before: Date | undefined; limit: number },
  ): Promise<StoredAssessment[]>
  /** Returns the assessment of a molecule that was stored at this moment. */
  storedAt(organizationId: string, moleculeId: string, moment: Date): Promise<StoredAssessment | undefined>
  /**
   * Updates the learned statistics with a molecule, with an exclusive lock for the organization. `taught` is the last
   * contribution of the molecule.
   */
  learn<T>(
    actor: Actor,
    moleculeId: string,
    work: (
      state: EvidenceState,
      taught: TypeMeans | null,
    ) => Promise<{ result: T; delta: NetworkDelta | null }>,
  ): Promise<T | undefined>
  /**
   * Locks all ids of a candidate and sets the items aside that `work` returns from the state of the first one. Returns
   * undefined if the organization does not have that molecule.
   */
  setAside<T>(
    actor: Actor,
    moleculeIds: readonly [string, ...string[]],
    work: (state: EvidenceState) => Promise<{ result: T; aside: readonly Rival[] }>,
  ): Promise<T | undefined>
}

/** Teaches the learned statistics of an organization what molecules say now. */
export type TeachMolecules = (organizationId: string, moleculeIds: readonly string[]) => Promise<void>

/** Molecule or pair with its newest label, and the items in use of the molecule. */
export interface LabelledMolecule {
  readonly correct: boolean
  /** Observation that the label is about; null for a label of the molecule as such. */
  readonly pair: ObservationKey | null
  readonly evidence: readonly StoredEvidence[]
  readonly moleculeId: string
  /** Time of the first label of this molecule or pair; fits before have not seen it. */
  readonly firstLabelledAt: Date
}

/** Labels of an organization and all that a fit reads. */
export interface Labelled {
  readonly molecules: readonly LabelledMolecule[]
  /**
   * Every molecule, labelled or not, that claims an observation of a labelled pair or molecule, with its items of these
   * pairs and those that bear on the molecule as such; sorted by molecule.
   */
  readonly claims: readonly Rival[]
  readonly model: LearnedModel
  /** Time of the fit of the model in use; null before any fit. */
  readonly modelAt: Date | null
  readonly moment: Date
}

/** Labels of molecules and the models learned from them. */
export interface LabelStore {
  /**
   * Stores labels. If the organization lacks a molecule, or the molecule is no candidate of the pair, stores none and
   * returns the index of the first such label.
   */
  label(
    actor: Actor,
    labels: readonly {
      moleculeId: string
      pair: ObservationKey | null
      correct: boolean
      curator: string | null
    }[],
  ): Promise<{ index: number; what: 'molecule' | 'pair' } | undefined>
  /** Returns every labelled molecule and pair with its newest label, their rivals and the model in use. */
  labelled(organizationId: string): Promise<Labelled>
  /** Stores a model as the next version, which is used from then on. Returns the version. */
  addModel(actor: Actor, model: LearnedModel, labelCount: number): Promise<number>
}
