/**
 * Connection refused or lost, or the server is stopping, starting or out of resources (PostgreSQL errors 08…, 53…,
 * 57P01 to 57P03). PgBouncer has the code 08P01 for every server that it cannot reach or has lost. A server that only reads
 * (25006) was the primary, or will be it.
 */
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  '08000',
  '08003',
  '08006',
  '08P01',
  '25006',
  '53100',
  '53200',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])

/** Messages of `pg`, without a code, when a connection broke before or during a query. */
const AWAY_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
  'Query read timeout',
]

/** Whether an error means that the database cannot be reached now, or that all connections to it are in use. */
export const isDatabaseAway = (error: Error): boolean =>
  AWAY_CODES.has(String((error as { code?: unknown }).code)) ||
  AWAY_MESSAGES.some((message) => error.message.startsWith(message))

/**
 * A lock or statement exceeded its time limit (PostgreSQL errors 55P03, 57014), or the transaction was aborted in
 * favour of another (40001, 40P01). The same request may succeed later.
 */
const BUSY_CODES = new Set(['55P03', '57014', '40001', '40P01'])

/** Whether an error means that the data or the database is busy with other work. */
export const isDatabaseBusy = (error: Error): boolean =>
  BUSY_CODES.has(String((error as { code?: unknown }).code))

/**
 * No connection was made (also by PgBouncer, or because all are in use), the server starts or only reads, its disk is full,
 * or a lock is held by another transaction. In contrast to `isDatabaseAway`, no broken connection and no lack of memory: a
 * statement may have caused these.
 */
const CLOSED_CODES = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '08P01',
  '25006',
  '53100',
  '53300',
  '55P03',
  '57P03',
])

/** Whether an error means that the database did not take a statement, for a reason that is not the statement. */
export const isDatabaseClosed = (error: Error): boolean =>
  CLOSED_CODES.has(String((error as { code?: unknown }).code)) ||
  error.message?.startsWith('timeout exceeded when trying to connect') === true
