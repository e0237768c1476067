import type { Role, User } from '../domain/accounts/user.ts'
import type { Molecule, Structure, StructureInput } from '../domain/evidence/molecule.ts'
import type { ObservedEvidence } from '../domain/evidence/observed-evidence.ts'
import type { ImportJob } from '../domain/imports/import-job.ts'
import type { ImportFormat, LineError } from '../domain/imports/import-lines.ts'
import type { ReaderState } from '../domain/imports/import-record.ts'
import type { LearnedModel } from '../domain/inference/learned-model.ts'
import type { LearnedNetwork, NetworkDelta, TypeMeans } from '../domain/network/learned-network.ts'

/** All that the operations ask of the world. */
interface UserWithPassword extends User {
  readonly passwordHash: string
}

/** A user with what tokens carry and the contract's user object does not show. */
export interface Member extends User {
  readonly organizationId: string
  /** Raised whenever access issued before must end. */
  readonly epoch: number
}

interface Account extends Member {
  readonly passwordHash: string
}

/** On whose behalf an operation runs, proven by a token. */
export interface Actor {
  readonly userId: string
  readonly organizationId: string
  /** As the token says. Stores check the role in the database before they write. */
  readonly role: Role
  /** As the token says, or `operator` for a command that has the database itself. */
  readonly epoch: number | 'operator'
  /** For the audit trail. */
  readonly requestId: string
}

export interface UserStore {
  findByUsername(username: string): Promise<Account | undefined>
  findById(id: string): Promise<Account | undefined>
  /** The user's epoch; undefined when there is no such user. */
  epochOf(id: string): Promise<number | undefined>
  /** False when the username is taken. Creates the organization if it does not exist. */
  add(user: UserWithPassword): Promise<boolean>
  /** Key of an organization by its name. */
  findOrganization(name: string): Promise<string | undefined>
}

interface UserChange {
  readonly role?: Role
  readonly passwordHash?: string
}

/** Users of the actor's organization, each change with its audit entry. */
export interface MemberStore {
  list(actor: Actor): Promise<User[]>
  /** The user as stored; undefined when the username is taken. */
  add(actor: Actor, user: UserWithPassword): Promise<User | undefined>
  /** `last-admin` when the change would leave the organization without one. Ends the user's tokens. */
  change(actor: Actor, id: string, change: UserChange): Promise<User | 'unknown' | 'last-admin'>
  remove(actor: Actor, id: string): Promise<'removed' | 'unknown' | 'last-admin'>
  /** Ends every token of a user. */
  endSessions(actor: Actor, id: string): Promise<'ended' | 'unknown'>
}

export interface PasswordHasher {
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

export interface TokenIssuer {
  readonly lifetimeSeconds: number
  issue(user: Member): Promise<string>
}

/** Sessions: their refresh tokens, kept as hashes only, and what ends them. */
export interface SessionStore {
  readonly lifetimeSeconds: number
  /** A token of a new family, unless the member's epoch has risen since it was read. */
  start(member: Member, origin: Origin): Promise<string>
  /**
   * Uses a token up and gives the next of its family, with the user as stored in the same transaction. A second use of one
   * token ends the family and every access token of the user.
   */
  rotate(token: string, origin: Origin): Promise<{ member: Member; next: string } | 'unknown' | 'reused'>
  /** Ends the family of a token; unknown tokens are no error. */
  end(token: string, origin: Origin): Promise<void>
  /** Ends every token of the actor. */
  endAll(actor: Actor): Promise<void>
  /** Replaces the actor's password, ends every token and starts a session. */
  changePassword(actor: Actor, passwordHash: string, origin: Origin): Promise<{ epoch: number; next: string }>
  /** Writes the trail of a wrong password; without a member nothing, in the same time. */
  recordFailure(
    member: Member | undefined,
    origin: Origin,
    action: 'session.login_failed' | 'user.password_refused',
  ): Promise<void>
}

/** Where a request comes from, for the audit trail. */
export interface Origin {
  readonly address: string
  readonly requestId: string
}

export interface AuditQuery {
  readonly action: string | undefined
  readonly userId: string | undefined
  /** Inclusive. */
  readonly from: Date | undefined
  /** Exclusive. */
  readonly to: Date | undefined
  /** The id of the last entry of the page before. */
  readonly after: string | undefined
  readonly limit: number
}

export interface AuditEntry {
  readonly id: string
  readonly at: Date
  readonly userId: string
  /** Null when the user was removed, or for a command of the operator. */
  readonly username: string | null
  readonly requestId: string
  readonly action: string
  readonly target: string
  readonly details: Readonly<Record<string, unknown>>
}

/** The audit trail of the actor's organization. */
export interface AuditTrail {
  /** Newest first. */
  list(actor: Actor, query: AuditQuery): Promise<AuditEntry[]>
}

/** Counts login attempts across all replicas. */
export interface LoginThrottle {
  /** Counts one attempt before it is looked at; the seconds to wait when it may not be looked at now, else 0. */
  attempt(username: string, network: string): Promise<number>
  /** Takes the attempt back, and remembers the network as one of the user's. */
  succeeded(member: Member, network: string): Promise<void>
}

/** The network that an address belongs to, as far as limits are concerned. */
export type ClientNetwork = (address: string) => string

export type NewId = () => string

/** A page in the order of its key; `after` is the key of the last row of the page before. */
interface PageRequest {
  readonly after: string | undefined
  readonly limit: number
}

export interface MoleculeSummary extends Molecule {
  readonly evidenceCount: number
}

export interface SimilarMolecule {
  readonly molecule: Molecule
  /** Tanimoto coefficient of the Morgan fingerprints, in [0, 1]. */
  readonly similarity: number
}

export interface StoredEvidence {
  /** From the content: the same item has the same id in every molecule and organization. */
  readonly id: string
  readonly type: string
  readonly value: number
  readonly uncertainty: number
  readonly observedAt: Date
  readonly source: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly recordedAt: Date
}

interface NewMolecule {
  readonly id: string
  readonly name: string | null
  readonly aliases: readonly string[]
  readonly structure: { readonly structure: Structure; readonly morganBits: string } | null
}

export interface MoleculeStore {
  find(organizationId: string, id: string): Promise<MoleculeSummary | undefined>
  /** Creates or replaces what is known about a molecule; its evidence stays. */
  put(actor: Actor, molecule: NewMolecule): Promise<void>
  list(organizationId: string, page: PageRequest): Promise<Molecule[]>
  similar(
    organizationId: string,
    morganBits: string,
    options: { limit: number; minSimilarity: number },
  ): Promise<SimilarMolecule[]>
  evidence(organizationId: string, id: string, page: PageRequest): Promise<StoredEvidence[]>
}

/**
 * Reads structures, in turn between organizations and for a bounded time. A structure that cannot be read is a refusal of
 * `field` that says where it breaks.
 */
export interface StructureReader {
  read(
    organizationId: string,
    input: StructureInput,
    field: string,
    signal?: AbortSignal,
  ): Promise<{ structure: Structure; morganBits: string }>
  /** The Morgan fingerprint alone, as bits. */
  fingerprint(
    organizationId: string,
    input: StructureInput,
    field: string,
    signal?: AbortSignal,
  ): Promise<string>
}

/** Content → id: the same text has the same id everywhere. */
export type ContentId = (text: string) => string

/** A hash to compare results by. */
export type ResultHash = (text: string) => string

/** Milliseconds from some fixed start, for durations only. */
export type Stopwatch = () => number

/** An item on its way into the store. */
export interface KeepItem {
  readonly id: string
  readonly item: ObservedEvidence
}

/** Everything an assessment of one molecule depends on, as it was at one moment. */
export interface EvidenceState {
  readonly moleculeId: string
  /** The database's clock; for a past state the time asked for. */
  readonly moment: Date
  readonly evidence: readonly StoredEvidence[]
  /** The evidence of each molecule that claims the same observation. */
  readonly rivals: readonly (readonly StoredEvidence[])[]
  readonly model: LearnedModel
  readonly network: LearnedNetwork
}

/** What is kept of an assessment, enough to make it again. */
export interface AssessmentRecord {
  readonly id: string
  readonly request: unknown
  readonly algorithmVersion: string
  readonly overallScore: number
  readonly bounds: readonly [number, number]
  readonly resultHash: string
}

export interface LabelledMolecule {
  readonly correct: boolean
  readonly evidence: readonly StoredEvidence[]
  readonly moleculeId: string
}

export interface AssessmentStore {
  /**
   * Keeps the items (an item that is kept already is not kept twice), then assesses exactly them, or with `includeKept`
   * everything the molecule has, and keeps the record, all in one transaction. Writers of one molecule take turns.
   */
  keep<T>(
    actor: Actor,
    request: { moleculeId: string; items: readonly KeepItem[]; includeKept: boolean },
    assess: (state: EvidenceState) => Promise<{ result: T; record: AssessmentRecord }>,
  ): Promise<{ result: T; added: number }>
  /** The state of a molecule now or at a past time; undefined where the organization has no such molecule. */
  read(organizationId: string, moleculeId: string, asOf?: Date): Promise<EvidenceState | undefined>
  /** As `read`, for many molecules at one moment; those unknown are left out. */
  readMany(organizationId: string, moleculeIds: readonly string[]): Promise<EvidenceState[]>
  /** What a request for exactly these items would have seen at a past time; writes nothing. */
  replay(
    organizationId: string,
    request: { moleculeId: string; items: readonly KeepItem[]; includeKept: boolean },
    asOf: Date,
  ): Promise<EvidenceState>
  /**
   * Lets a molecule teach the network, alone among the organization's writers of learned statistics. `taught` is what
   * the molecule taught last.
   */
  learn<T>(
    actor: Actor,
    moleculeId: string,
    work: (
      state: EvidenceState,
      taught: TypeMeans | null,
    ) => Promise<{ result: T; delta: NetworkDelta | null }>,
  ): Promise<T | undefined>
  /** Sets items of a molecule aside from now on, as `work` decides. */
  setAside<T>(
    actor: Actor,
    moleculeId: string,
    work: (state: EvidenceState) => Promise<{ result: T; ids: readonly string[] }>,
  ): Promise<T | undefined>
  /** Labels molecules; answers the first that the organization does not have, and then labels none. */
  label(
    actor: Actor,
    labels: readonly { moleculeId: string; correct: boolean; curator: string | null }[],
  ): Promise<string | undefined>
  /** Every labelled molecule with its newest label, and the model in use. */
  labelled(
    organizationId: string,
  ): Promise<{ molecules: LabelledMolecule[]; model: LearnedModel; moment: Date }>
  /** Adds a model as the next version, used from then on. */
  addModel(actor: Actor, model: LearnedModel, labelCount: number): Promise<number>
}

/** How long a task has run. A search looks at it to end in time. */
interface TaskClock {
  /** Milliseconds since 1970. */
  nowMs(): number
  /** Processor time of this task so far. */
  cpuMs(): number
}

/** A pure function of plain data that a thread finds by its name. */
export interface HeavyTask<Input, Output> {
  readonly name: string
  compute(input: Input, clock: TaskClock): Output
}

interface HeavyRequest {
  readonly organizationId: string
  /** How often an item is looked at, roughly. Small tasks are computed at once, middling ones before large ones. */
  readonly size: number
  /** Ends the task when it takes longer than this; without it the service's own limit counts. */
  readonly limitMs?: number
  /** Ends the task when nobody waits for its answer any more. */
  readonly signal?: AbortSignal | undefined
}

/** Computes what could keep other requests waiting, in turn between organizations and for a bounded time. */
export interface HeavyComputation {
  run<Input, Output>(task: HeavyTask<Input, Output>, input: Input, request: HeavyRequest): Promise<Output>
}

/** What a delivery of an import job says. */
export interface ImportDelivery {
  readonly organizationId: string
  readonly importId: string
}

/** Small files have a queue of their own, so that they never wait for large ones. */
export type JobData = { import: ImportDelivery; 'import-small': ImportDelivery }

/** One part of a file, of whole lines, and where its reader stands. */
export interface ImportPart {
  readonly format: ImportFormat
  readonly state: ReaderState
  readonly bytes: Uint8Array
}

export interface ReadPart {
  readonly items: readonly (KeepItem & {
    readonly moleculeId: string
    /** Where in the file it stands, counted from 1. */
    readonly line: number
  })[]
  readonly errors: readonly LineError[]
  readonly state: ReaderState
}

export interface ImportStore {
  /** Refuses an organization that has used up its quota of the day; so does `append`. */
  start(actor: Actor, job: { id: string; format: ImportFormat }): Promise<void>
  append(actor: Actor, importId: string, position: number, bytes: Uint8Array): Promise<void>
  /** The file is whole: it is queued in the same transaction, so an accepted import cannot be lost. */
  accept(actor: Actor, importId: string, chunkCount: number): Promise<void>
  find(organizationId: string, importId: string): Promise<ImportJob | undefined>
  /**
   * Reads and keeps the next part in one transaction; `idle` when there is nothing to do or to go on with. While the
   * database writes, `read` is also given the part after it, so that a reader with a memory has it ready. Items that the
   * database refuses become errors of their lines.
   */
  advance(
    delivery: ImportDelivery,
    read: (part: ImportPart) => Promise<ReadPart>,
  ): Promise<'more' | 'done' | 'idle'>
  /** Queues the rest of an import behind what others wait for. */
  requeue(delivery: ImportDelivery): Promise<void>
  /** Ends an import for a reason that is told; its bytes go. */
  fail(delivery: ImportDelivery, reason: string): Promise<void>
}
