import Type from 'typebox'

const Time = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: `${description}, ISO 8601` }))

export const AuditParameters = Type.Object(
  {
    limit: Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 100,
      description: 'Largest number of entries in one answer',
    }),
    cursor: Type.Optional(
      Type.String({ maxLength: 100, description: 'Value of next_cursor in the previous answer' }),
    ),
    action: Type.Optional(
      Type.String({
        pattern: '^[a-z_.]{1,100}$',
        description: 'Action of the entries, such as session.login',
      }),
    ),
    user_id: Type.Optional(Type.String({ format: 'uuid', description: 'User who acted' })),
    from: Time('Earliest time of the entries'),
    to: Time('Time before which the entries were written'),
  },
  { additionalProperties: false },
)

export const AuditEntryBody = Type.Object(
  {
    id: Type.String({ description: 'Identifier that is unique within your organization' }),
    at: Type.String({ format: 'date-time' }),
    user_id: Type.String({
      format: 'uuid',
      description:
        'User who acted; for a failed login, the owner of the account; all zeros for a command on the database itself',
    }),
    username: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the user; null when the user was removed',
    }),
    request_id: Type.String({ description: 'Value of the x-request-id header of that request' }),
    action: Type.String({
      description:
        'session.login, session.login_failed, session.logout, session.refresh_reused, session.revoke_all, user.setup, user.add, user.change, user.password, user.password_refused, user.remove, molecule.put, evidence.integrate, evidence.set_aside, evidence.import, network.learn, run.remove_example, label.add, calibration.fit, report.make, audit.trim',
    }),
    target: Type.String({ description: 'Object of the action' }),
    details: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'AuditEntry', description: 'Action of a user, with its time and target' },
)

export const AuditAnswer = Type.Object(
  {
    entries: Type.Array(AuditEntryBody, { description: 'Entries, newest first' }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Cursor of the next page; null on the last page',
    }),
  },
  {
    title: 'AuditPage',
    description: 'Entries of the audit trail, one page, newest first',
    examples: [
      {
        entries: [
          {
            id: '42',
            at: '2026-01-01T00:00:00.000Z',
            user_id: '0198c0de-0000-7000-8000-000000000001',
            username: 'ada',
            request_id: '7f0c1f6e-6f0e-4a39-9c38-0d8f6c0e7a11',
            action: 'session.login_failed',
            target: '0198c0de-0000-7000-8000-000000000001',
            details: { address: '192.0.2.7' },
          },
        ],
        next_cursor: null,
      },
    ],
  },
)

/** Formats of the export. */
export const AUDIT_FORMATS = ['ndjson', 'tsv'] as const

export const AuditExportParameters = Type.Object(
  {
    format: Type.Enum([...AUDIT_FORMATS], {
      default: 'ndjson',
      description: 'One JSON object per line, or a table for a spreadsheet',
    }),
  },
  { additionalProperties: false },
)

export const SealedAuditEntry = Type.Object(
  {
    seq: Type.Integer({ description: 'Place in the chain of your organization, from 1 without gaps' }),
    hash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'SHA-256 of the hash at the place before (64 zeros before the first), a line break (U+000A) and the text in `sealed`',
    }),
    ...AuditEntryBody.properties,
    sealed: Type.String({
      description:
        'Text that was hashed: a JSON array of organization id, seq, id, time, user id, request id, action, target and details',
    }),
  },
  { title: 'SealedAuditEntry', description: 'Line of the export: an entry of the audit trail with its hash' },
)

/** Text of a place of the chain: its number and its hash. */
const PLACE = '^\\d{1,15}:[0-9a-f]{64}$'

export const AuditVerdictParameters = Type.Object(
  {
    known_head: Type.Optional(
      Type.String({
        pattern: PLACE,
        description:
          'Value of `head` in an earlier answer, kept outside of the service: shows a chain that was cut or computed anew',
      }),
    ),
  },
  { additionalProperties: false },
)

export const AuditVerdictAnswer = Type.Object(
  {
    intact: Type.Boolean({ description: 'Whether no problem was found' }),
    entries: Type.Integer({ description: 'Number of entries that were checked' }),
    start: Type.String({
      pattern: PLACE,
      description:
        'Place after which the chain begins, as seq:hash; later than 0 if retention removed entries',
    }),
    head: Type.String({
      pattern: PLACE,
      description: 'Last entry of the chain, as seq:hash. Keep it elsewhere to detect a chain that is cut',
    }),
    problems: Type.Array(
      Type.Object({
        seq: Type.Union([Type.Integer(), Type.Null()], { description: 'Place in the chain, if it has one' }),
        id: Type.Union([Type.String(), Type.Null()], { description: 'Id of the entry, if it is known' }),
        issue: Type.String({ description: 'What is wrong at this place' }),
      }),
      { description: 'First 100 faults; empty for an intact chain' },
    ),
  },
  {
    title: 'AuditVerdict',
    description: 'Verdict over the hash chain of the audit trail',
    examples: [
      { intact: true, entries: 0, start: `0:${'0'.repeat(64)}`, head: `0:${'0'.repeat(64)}`, problems: [] },
    ],
  },
)
