/** Connection refused or cut, the server stopping, starting or full (PostgreSQL errors 08…, 53300, 57P01 to 57P03). */
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  '08000',
  '08003',
  '08006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])

/** Whether a failed query says that the database cannot be reached now, or that all our connections to it are in use. */
export const isDatabaseAway = (error: Error): boolean =>
  AWAY_CODES.has(String((error as { code?: unknown }).code)) ||
  error.message === 'timeout exceeded when trying to connect'
