/** A fault that `npm run words` must report, or a text that it must accept when `rule` is missing. */
export interface WordPlant {
  readonly what: string
  readonly rule?: string
  /** Place that the guard must name. */
  readonly place: string
}

/** Parts that are added to the OpenAPI document of every service. */
export const DOCUMENT_PARTS = {
  schemas: {
    CanarySilent: { type: 'object' },
    CanaryCage: { type: 'object', description: 'The canary cage' },
    CanaryNest: {
      type: 'object',
      description: 'Place where a bird sleeps',
      properties: {
        half_life: { type: 'number', description: 'The half-life' },
        limit: { type: 'integer', default: 5, description: 'Maximum number of eggs; 5 by default' },
        depth: { type: 'number', default: 1, description: 'Used when the height is left out', minimum: 0 },
        width: { type: 'number', default: 1, description: 'Distance between the walls, metres' },
      },
    },
  },
  paths: {
    '/canary': {
      get: {
        summary: 'The canary of this mine',
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer' } },
          { name: 'song', in: 'query', schema: { type: 'string', description: 'Song' } },
          { name: 'sort', in: 'query', description: 'Order; default is age', schema: { default: 'age' } },
        ],
        responses: {},
      },
      put: { parameters: [], responses: {} },
      post: {
        summary: 'Send a canary into the mine',
        parameters: [
          { name: 'depth', in: 'query', description: 'Metres below the surface', schema: { default: 1 } },
        ],
        requestBody: {
          content: {
            'application/json': { schema: { properties: { bird: { type: 'string', description: 'Bird' } } } },
          },
        },
        responses: {},
      },
    },
  },
} as const

/** What must be reported of these parts, and what not. */
export const DOCUMENT_PLANTS: readonly WordPlant[] = [
  { what: 'named schema without description', rule: 'schema-description', place: 'schemas.CanarySilent' },
  { what: 'description that repeats the schema', rule: 'repeats-name', place: 'schemas.CanaryCage' },
  {
    what: 'description that repeats the property',
    rule: 'repeats-name',
    place: 'schemas.CanaryNest.half_life',
  },
  { what: '"by default" beside a default', rule: 'default-in-prose', place: 'schemas.CanaryNest.limit' },
  { what: '"left out" beside a default', rule: 'default-in-prose', place: 'schemas.CanaryNest.depth' },
  { what: 'a good description is accepted', place: 'schemas.CanaryNest.width' },
  { what: 'a described schema is accepted', place: 'schemas.CanaryNest' },
  { what: 'summary without a verb', rule: 'summary-verb', place: 'GET /canary' },
  { what: 'operation without summary', rule: 'summary-verb', place: 'PUT /canary' },
  { what: 'a good summary is accepted', place: 'POST /canary' },
  {
    what: 'parameter without description',
    rule: 'parameter-description',
    place: 'GET /canary parameter page',
  },
  {
    what: 'description that repeats the parameter',
    rule: 'repeats-name',
    place: 'GET /canary parameter song',
  },
  { what: 'default in a parameter', rule: 'default-in-prose', place: 'GET /canary parameter sort' },
  { what: 'a good parameter is accepted', place: 'POST /canary parameter depth' },
  { what: 'description in a request body', rule: 'repeats-name', place: 'POST /canary.bird' },
]

/** Subjects of commits, each of them the place of its fault. */
export const COMMIT_PLANTS: readonly WordPlant[] = [
  {
    what: 'long subject',
    rule: 'subject-length',
    place: `fix(canary): sing ${'very '.repeat(12)}loudly`,
  },
  { what: 'subject without prefix', rule: 'subject-prefix', place: 'Teach the canary to sing' },
  { what: 'subject with an unknown prefix', rule: 'subject-prefix', place: 'bird: sing' },
  { what: 'subject with a period', rule: 'subject-period', place: 'fix(canary): sing.' },
  { what: 'a good subject is accepted', place: 'feat(canary)!: sing in the morning' },
]
