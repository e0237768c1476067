import Type from 'typebox'

/** Options of every HTTP server. A service spreads these into its own schema and may override a default. */
export const serverOptions = {
  host: Type.String({ default: '127.0.0.1', description: 'Address to listen on' }),
  port: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 8000,
    description: 'Port to listen on; 0 chooses a free port',
  }),
  adminPort: Type.Optional(
    Type.Integer({
      minimum: -1,
      maximum: 65535,
      description:
        'Port of the admin server (Prometheus metrics); without it port + 1, and -1 turns it off. A separate worker has one only if this is set',
    }),
  ),
  adminHost: Type.String({
    default: '127.0.0.1',
    description:
      'Address of the admin server. It asks for no credentials: where it is not loopback, let only the scraper reach it',
  }),
  configPath: Type.Optional(Type.String({ description: 'JSON file with any of these options' })),
  logLevel: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'Lowest level of messages to log',
  }),
  trustProxy: Type.Union(
    [Type.Literal(false), Type.Integer({ minimum: 0, maximum: 99 }), Type.String({ format: 'networks' })],
    {
      default: false,
      description:
        'Proxies whose X-Forwarded-For is trusted: their number (such as 1, if only they can reach this port) or their networks (10.0.0.0/8,loopback,linklocal,uniquelocal)',
      mustBe:
        'must be false, the number of proxies in front of this service (such as 1) or their networks (such as 10.0.0.0/8,loopback); true, or a network of all addresses, would trust any address that a client sends',
    },
  ),
  rateLimitPerMinute: Type.Integer({
    minimum: 0,
    default: 6000,
    description: 'Requests per client address and minute on one replica; 0 turns the limit off',
  }),
  bodyLimitBytes: Type.Integer({
    minimum: 1024,
    default: 4 * 1024 * 1024,
    description: 'Maximum size of a JSON body',
  }),
  requestTimeoutMs: Type.Integer({
    minimum: 0,
    default: 120_000,
    description:
      'Maximum time to receive one request; it must be enough for the largest body. 0 means no limit',
  }),
  minTransferBytesPerSecond: Type.Integer({
    minimum: 1024,
    default: 64 * 1024,
    description: 'Minimum speed at which a client must send its body and read its answer',
  }),
  stallTimeoutMs: Type.Integer({
    minimum: 100,
    default: 30_000,
    description: 'Time for which a client may be slower than that, or idle, before it is disconnected',
  }),
  maxEventLoopDelayMs: Type.Integer({
    minimum: 0,
    default: 1000,
    description:
      'Refuse new requests with 503 while the process is busy, dozens of requests are open and they wait for longer than this; 0 admits all',
  }),
  drainDelayMs: Type.Integer({
    minimum: 0,
    default: 2000,
    description: 'Time to continue answering after SIGTERM, until load balancers have seen /ready return 503',
  }),
  drainRequestsMs: Type.Integer({
    minimum: 0,
    maximum: 24 * 3_600_000,
    default: 10_000,
    description:
      'Time for open requests to finish after DRAIN_DELAY_MS; then their connections are cut. Then the process has 30 s to stop: what ends it by force must wait for all three',
  }),
  traceSampleRatio: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0.05,
    description: 'Share of requests to trace, 0 to 1; 0 turns tracing off',
  }),
  otlpEndpoint: Type.Optional(
    Type.String({ description: 'OTLP/HTTP address that receives traces; without it tracing is off' }),
  ),
}

/** Options of every process that opens a database. */
export const databaseOptions = {
  databaseUrl: Type.Optional(
    Type.String({
      secret: true,
      description:
        'PostgreSQL 15+ with pgvector, postgres://…; without it the embedded database in DATA_DIR is used',
    }),
  ),
  databaseDirectUrl: Type.Optional(
    Type.String({
      secret: true,
      description:
        'Address of the same database that does not go through PgBouncer. Needed when DATABASE_URL is a PgBouncer in transaction mode: the job queue listens for notifications there and indexes are built there',
    }),
  ),
  dataDir: Type.String({
    default: '.assay',
    description: 'Folder for the embedded database and stored files',
  }),
  embeddedTemplate: Type.Optional(
    Type.String({
      description: 'Archive from which a new embedded database is created; faster than initdb',
    }),
  ),
  databasePoolSize: Type.Integer({
    minimum: 1,
    default: 10,
    description: 'Maximum number of connections from one process to the database server',
  }),
  databaseWaitMs: Type.Integer({
    minimum: 1,
    default: 10_000,
    description: 'Maximum time that a request waits for a database connection; then the answer is 503',
  }),
  databaseLockTimeoutMs: Type.Integer({
    minimum: 0,
    default: 5_000,
    description:
      'Maximum time that a request waits for locked rows; then the answer is 503. 0 means no limit. It does not apply to jobs and commands',
  }),
  databaseStatementTimeoutMs: Type.Integer({
    minimum: 0,
    default: 30_000,
    description:
      'Maximum duration of one statement of a request; then the answer is 503. 0 means no limit. It does not apply to jobs and commands',
  }),
  minFreeBytes: Type.Integer({
    minimum: 0,
    default: 100 * 1024 ** 2,
    description: 'Minimum free space in folders that the service writes to; below it /ready returns 503',
  }),
}

/** Values of the server options. */
export type ServerConfig = Type.Static<Type.TObject<typeof serverOptions>>
type DatabaseOptions = Type.Static<Type.TObject<typeof databaseOptions>>
/** Settings for opening a database. A limit that is undefined does not apply. */
export type DatabaseConfig = Partial<DatabaseOptions> & Pick<DatabaseOptions, 'dataDir' | 'databasePoolSize'>
