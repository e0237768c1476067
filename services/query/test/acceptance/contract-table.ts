/**
 * The contract as a table: every path, field, type and value that it names, and nothing else. Written from the contract,
 * not from our schemas, so that a change of ours cannot change what is checked.
 */
export type FieldType =
  | 'string'
  | 'number'
  | 'integer'
  | 'object'
  | 'array of string'
  | 'map of numbers'
  | 'formatted'

export interface Field {
  readonly at: string
  readonly type: FieldType
  /** The value that the contract says occurs. */
  readonly value?: string
}

export interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Bodies that the contract allows; each is sent. */
  readonly bodies: readonly object[]
  readonly fields: readonly Field[]
}

const ENVELOPE: readonly Field[] = [
  { at: 'status', type: 'string', value: 'success' },
  { at: 'data', type: 'object' },
  { at: 'processing_time', type: 'number' },
  { at: 'metadata', type: 'object' },
]

const query = 'I am a 30 year old man, 180 cm and 80 kg. What is my BMI?'
const free = { context: { note: 'free', nested: { any: [1, null] } }, options: { colour: 'red' } }
const questions = [{ query }, { query, context: {}, options: {} }, { query, ...free }, { query: '' }]
const parameters = { height_cm: 180, weight_kg: 80, age_years: 30, sex: 'male' }
const measurements = [
  { parameters },
  { parameters, options: {} },
  { parameters: { ...parameters, shoe_size: 44, note: { a: 1 } }, options: { colour: 'red' } },
]
const tasks = [
  {
    query: 'man, 40 years, 180 cm, 100 kg',
    options: { task: 'weight_trajectory', intake_change_kcal: -500, days: 365 },
  },
  {
    query: '',
    context: { height_cm: 180, weight_kg: 80, colour: 'red' },
    options: { task: 'inverse', metric: 'bmi', target: 22, input: 'weight_kg' },
  },
]

export const CONTRACT: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/health',
    bodies: [],
    fields: [
      { at: 'status', type: 'string', value: 'healthy' },
      { at: 'version', type: 'string' },
      { at: 'timestamp', type: 'number' },
    ],
  },
  {
    method: 'POST',
    path: '/query',
    bodies: questions,
    fields: [
      ...ENVELOPE,
      { at: 'metadata.pipeline_stages', type: 'array of string' },
      { at: 'metadata.query_length', type: 'integer' },
    ],
  },
  {
    method: 'POST',
    path: '/query/process',
    bodies: questions,
    fields: [
      ...ENVELOPE,
      { at: 'metadata.stage', type: 'string', value: 'query_processor' },
      { at: 'metadata.query_length', type: 'integer' },
    ],
  },
  {
    method: 'POST',
    path: '/metrics',
    bodies: measurements,
    fields: [
      ...ENVELOPE,
      { at: 'data', type: 'map of numbers' },
      { at: 'metadata.model_version', type: 'string' },
    ],
  },
  {
    method: 'POST',
    path: '/metrics/formatted',
    bodies: measurements,
    fields: [
      ...ENVELOPE,
      { at: 'data.formatted_metrics', type: 'formatted' },
      { at: 'metadata.format_version', type: 'string' },
    ],
  },
  {
    method: 'POST',
    path: '/modeler',
    bodies: tasks,
    fields: [
      ...ENVELOPE,
      { at: 'data.model_result', type: 'object' },
      { at: 'metadata.model_type', type: 'string', value: 'domain_expert' },
    ],
  },
]

export const ERROR_FIELDS: readonly Field[] = [
  { at: 'error_code', type: 'string' },
  { at: 'message', type: 'string' },
  { at: 'details', type: 'object' },
]

/** The eight codes of the contract with the statuses that we chose, then our three additions. */
export const ERROR_STATUS: Readonly<Record<string, number>> = {
  CONFIG_ERROR: 500,
  VALIDATION_ERROR: 422,
  STAGE_EXECUTION_ERROR: 500,
  MODEL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  API_ERROR: 502,
  RESOURCE_NOT_FOUND: 404,
  SYSTEM_ERROR: 500,
  AUTHENTICATION_ERROR: 401,
  PERMISSION_ERROR: 403,
  RATE_LIMITED: 429,
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const FITS: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string' && value !== '',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  object: isObject,
  'array of string': (value) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'),
  'map of numbers': (value) =>
    isObject(value) && Object.values(value).every((one) => typeof one === 'number'),
  formatted: (value) =>
    isObject(value) &&
    Object.values(value).every(
      (category) =>
        isObject(category) &&
        Object.values(category).every((text) => typeof text === 'string' && /^[-−]?\d/.test(text)),
    ),
}

/** What an answer lacks of the contract; empty is good. */
export const departures = (body: unknown, fields: readonly Field[]): string[] =>
  fields.flatMap(({ at, type, value }) => {
    const found = at.split('.').reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), body)
    if (!FITS[type](found)) return [`${at} is ${JSON.stringify(found)}, not ${type}`]
    return value === undefined || found === value ? [] : [`${at} is ${JSON.stringify(found)}, not "${value}"`]
  })
