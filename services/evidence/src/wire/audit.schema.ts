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
        'session.login, session.login_failed, session.logout, session.refresh_reused, session.revoke_all, user.setup, user.add, user.change, user.password, user.password_refused, user.remove, molecule.put, evidence.integrate, evidence.set_aside, evidence.import, network.learn, run.remove_example, label.add, calibration.fit, report.make',
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
