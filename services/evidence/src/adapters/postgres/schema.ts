import type { ColumnType, Generated } from 'kysely'
import type { ObservationFacts } from '../../domain/assessment/observation-facts.ts'
import type { ReaderState } from '../../domain/imports/import-record.ts'
import type { LearnedModel } from '../../domain/inference/learned-model.ts'
import type { LearnedNetwork } from '../../domain/network/learned-network.ts'
import type { Report } from '../../domain/report/report.ts'
import type { StoredReportRequest } from '../../operations/ports.ts'

/** Types of the tables for Kysely. `migrations/` defines the tables. */
export interface EvidenceDatabase {
  organization: {
    id: string
    name: string
    created_at: Generated<Date>
  }
  app_user: {
    id: string
    organization_id: string
    username: string
    password_hash: string
    role: string
    /** Role that a rule of single sign-on gave; null for one given by hand. */
    role_by_rule: string | null
    token_epoch: Generated<number>
    created_at: Generated<Date>
  }
  signing_key: {
    kid: string
    /** Written as JSON text, read as an object. */
    private_jwk: ColumnType<Record<string, unknown>, string, string>
    created_at: Date
  }
  refresh_token: {
    token_hash: string
    family_id: string
    user_id: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
    revoked_at: Date | null
  }
  page_session: {
    token_hash: string
    user_id: string
    token_epoch: number
    created_at: Date
    last_used_at: Date
    expires_at: Date
  }
  sso_identity: {
    issuer: string
    subject: string
    user_id: string
    admitted_by: string
    created_at: Generated<Date>
  }
  sso_attempt: {
    state_hash: string
    browser_hash: string
    nonce: string
    code_verifier: string
    return_to: string
    expires_at: Date
  }
  setup_token: {
    token_hash: string
    expires_at: Date
  }
  login_attempt: {
    bucket: string
    attempts: number
    window_ends_at: Date
    turn_at: Date | null
  }
  login_network: {
    user_id: string
    network: string
    last_login_at: Date
  }
}

/** Written as JSON text, read as the parsed value. */
type Json<T> = ColumnType<T, string, string>

/** Tables under row-level security, accessible only through `withOrganization`. */
export interface TenantDatabase
  extends Pick<EvidenceDatabase, 'organization' | 'app_user' | 'refresh_token' | 'page_session'> {
  molecule: {
    organization_id: string
    molecule_id: string
    name: string | null
    aliases: Generated<string[]>
    structure: ColumnType<unknown, string | null, string | null>
    inchikey: string | null
    /** Bit string. */
    morgan: string | null
    created_at: Date
    last_recorded_at: Date
  }
  evidence: {
    organization_id: string
    molecule_id: string
    evidence_id: string
    type: string
    value: number
    uncertainty: number
    observed_at: Date
    source: string
    metadata: Json<Record<string, unknown>>
    observation_id: string | null
    recorded_at: Date
    set_aside_at: Date | null
    /** Scope of the observation id; empty for the shared one. */
    run_id: Generated<string>
    /** Key of the structure of an item without an observation, if one is known. */
    candidate_key: string | null
  }
  run: {
    organization_id: string
    run_id: string
    name: string | null
    created_at: Generated<Date>
    files: Generated<number>
    observations: Generated<number>
    /** Number of batches of summaries that were stored. */
    summaries: Generated<number>
    /** Whether the service made the run, as an example. */
    example: Generated<boolean>
  }
  observation: {
    organization_id: string
    run_id: string
    observation_id: string
    changes: Generated<number>
    assessed_changes: Generated<number>
    model_version: number | null
    algorithm_version: string | null
    assessed_at: Date | null
    candidates: Generated<number>
    candidate_key: string | null
    molecule_id: string | null
    name: string | null
    /** −1 until the observation is assessed. */
    probability: Generated<number>
    lower_bound: number | null
    upper_bound: number | null
    none_probability: number | null
    facts: Json<ObservationFacts> | null
    words: string | null
  }
  learned_model: {
    organization_id: string
    version: number
    recorded_at: Date
    model: Json<LearnedModel>
  }
  network_delta: {
    organization_id: string
    molecule_id: string
    recorded_at: Date
    before: ColumnType<Record<string, number> | null, string | null, never>
    after: Json<Record<string, number>>
  }
  network_snapshot: {
    organization_id: string
    recorded_at: Date
    statistics: Json<LearnedNetwork>
  }
  label: {
    organization_id: string
    molecule_id: string
    recorded_at: Date
    correct: boolean
    curator: string | null
    user_id: string
    /** Pair of the label; empty texts for a label of the molecule as such. */
    run_id: Generated<string>
    observation_id: Generated<string>
  }
  assessment: {
    organization_id: string
    molecule_id: string
    recorded_at: Date
    assessment_id: string
    request: Json<unknown>
    algorithm_version: string
    model_version: number
    overall_score: number
    lower_bound: number
    upper_bound: number
    result_hash: string
    package_version: Generated<string>
  }
  report: {
    organization_id: string
    result_hash: string
    recorded_at: Generated<Date>
    user_id: string
    moment: Date
    request: Json<StoredReportRequest>
    algorithm_version: string
    package_version: string
    report: Json<Report>
  }
  import_job: {
    organization_id: string
    import_id: string
    user_id: string
    request_id: string
    format: string
    status: string
    received_bytes: Generated<number>
    chunk_count: Generated<number>
    next_chunk: Generated<number>
    reader_state: ColumnType<ReaderState, never, string>
    items_read: Generated<number>
    items_added: Generated<number>
    error_count: Generated<number>
    failure: string | null
    created_at: Generated<Date>
    completed_at: Date | null
    /** Scope of the observation ids of the file; null while it is received and for imports before runs existed. */
    run_id: string | null
    /** Hash of the bytes; null while the file is received and for older imports. */
    file_hash: string | null
  }
  import_chunk: {
    organization_id: string
    import_id: string
    position: number
    bytes: Uint8Array
  }
  import_error: {
    organization_id: string
    import_id: string
    line: number
    field: string
    issue: string
    provided?: string | null
  }
  audit_log: {
    organization_id: string
    audit_id: Generated<number>
    at: Generated<Date>
    user_id: string
    request_id: string
    action: string
    target: string
    details: Json<Record<string, unknown>>
  }
  audit_chain: {
    organization_id: string
    seq: number
    audit_id: number
    hash: Uint8Array
  }
  audit_head: {
    organization_id: string
    seq: number
    hash: Uint8Array
    start_seq: Generated<number>
    start_hash: Generated<Uint8Array>
  }
}
