import Type from 'typebox'

/** Options of every process that answers HTTP. A service spreads these into its own schema and may override a default. */
export const serverOptions = {
  host: Type.String({ default: '127.0.0.1', description: 'Address to listen on' }),
  port: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 8000,
    description: 'Port to listen on; 0 takes a free one',
  }),
  adminPort: Type.Optional(
    Type.Integer({
      minimum: -1,
      maximum: 65535,
      description:
        'Loopback port of the admin server (Prometheus metrics); unset is port + 1, -1 switches it off',
    }),
  ),
  configPath: Type.Optional(Type.String({ description: 'JSON file with any of these options' })),
  logLevel: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'Lowest level that is logged',
  }),
  trustProxy: Type.Union(
    [Type.Literal(false), Type.Integer({ minimum: 0, maximum: 99 }), Type.String({ format: 'networks' })],
    {
      default: false,
      description:
        'Proxies whose X-Forwarded-For is believed: their number (1, if only they can reach this port) or their networks (10.0.0.0/8,loopback,linklocal,uniquelocal)',
      mustBe:
        'must be false, the number of proxies in front of this service (such as 1) or their networks (such as 10.0.0.0/8,loopback); true and networks of every address would believe whatever address a client writes',
    },
  ),
  rateLimitPerMinute: Type.Integer({
    minimum: 0,
    default: 6000,
    description: 'Requests per client address and minute on one replica; 0 switches the limit off',
  }),
  bodyLimitBytes: Type.Integer({ minimum: 1024, default: 4 * 1024 * 1024, description: 'Largest JSON body' }),
  requestTimeoutMs: Type.Integer({
    minimum: 0,
    default: 120_000,
    description: 'Longest time to receive one request; the largest body must fit into it. 0 is no limit',
  }),
  minTransferBytesPerSecond: Type.Integer({
    minimum: 1024,
    default: 64 * 1024,
    description: 'Slowest client that is served: how fast it must send its body and read its answer',
  }),
  stallTimeoutMs: Type.Integer({
    minimum: 100,
    default: 30_000,
    description: 'How long a client may be slower than that, or do nothing, before it is disconnected',
  }),
  maxEventLoopDelayMs: Type.Integer({
    minimum: 0,
    default: 1000,
    description: 'Answer 503 while the event loop lags more than this; 0 switches shedding off',
  }),
  drainDelayMs: Type.Integer({
    minimum: 0,
    default: 2000,
    description: 'After SIGTERM, time to go on answering while load balancers see /ready turn 503',
  }),
  traceSampleRatio: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0.05,
    description: 'Share of requests traced; 0 is off',
  }),
  otlpEndpoint: Type.Optional(
    Type.String({ description: 'OTLP/HTTP address that receives traces; unset switches tracing off' }),
  ),
}

/** Options of every process that opens a database. */
export const databaseOptions = {
  databaseUrl: Type.Optional(
    Type.String({
      secret: true,
      description: 'PostgreSQL 15+ with pgvector, postgres://…; unset uses the embedded database in DATA_DIR',
    }),
  ),
  dataDir: Type.String({
    default: '.assay',
    description: 'Folder of the embedded database and of stored files',
  }),
  embeddedTemplate: Type.Optional(
    Type.String({
      description: 'Archive that a new embedded database starts from, instead of a slower initdb',
    }),
  ),
  databasePoolSize: Type.Integer({
    minimum: 1,
    default: 10,
    description: 'Connections of one process to the server',
  }),
  databaseWaitMs: Type.Integer({
    minimum: 1,
    default: 10_000,
    description: 'Longest wait of a request for a connection to the database; then it is answered 503',
  }),
  databaseLockTimeoutMs: Type.Integer({
    minimum: 0,
    default: 5_000,
    description:
      'Longest wait of a request for rows that another one has locked; then it is answered 503. 0 is no limit. Jobs and commands wait without limit',
  }),
  databaseStatementTimeoutMs: Type.Integer({
    minimum: 0,
    default: 30_000,
    description:
      'Longest time of one statement of a request; then it is answered 503. 0 is no limit. Jobs and commands have none',
  }),
  minFreeBytes: Type.Integer({
    minimum: 0,
    default: 100 * 1024 ** 2,
    description: '/ready is 503 while a folder that the service writes to has less free space',
  }),
}

export type ServerConfig = Type.Static<Type.TObject<typeof serverOptions>>
type DatabaseOptions = Type.Static<Type.TObject<typeof databaseOptions>>
/** What opening a database needs; a limit that is not given does not apply. */
export type DatabaseConfig = Partial<DatabaseOptions> & Pick<DatabaseOptions, 'dataDir' | 'databasePoolSize'>
