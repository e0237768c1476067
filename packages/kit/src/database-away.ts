/** Connection refused or cut, the server stopping, starting or out of room (PostgreSQL errors 08…, 53…, 57P01 to 57P03). */
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '08000',
  '08003',
  '08006',
  '53100',
  '53200',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])

/** What `pg` says, without a code, when a connection broke under a query or before it. */
const AWAY_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'Query read timeout',
]

/** Whether a failed query says that the database cannot be reached now, or that all our connections to it are in use. */
export const isDatabaseAway = (error: Error): boolean =>
  AWAY_CODES.has(String((error as { code?: unknown }).code)) ||
  AWAY_MESSAGES.some((message) => error.message.startsWith(message))

/**
 * Lock or statement took longer than its limit (PostgreSQL errors 55P03, 57014), or it was chosen to give way to another
 * transaction (40001, 40P01): the same request may succeed later.
 */
const BUSY_CODES = new Set(['55P03', '57014', '40001', '40P01'])

/** Whether a failed query says that its data or the database are busy with other work. */
export const isDatabaseBusy = (error: Error): boolean =>
  BUSY_CODES.has(String((error as { code?: unknown }).code))
