import { parseArgs } from 'node:util'
import { type Command, type CommandContext, UserError } from '@assay/kit/cli'
import { KeyNotDecrypted } from '@assay/kit/key-encryption'
import { jsonLine, jsonLines, printer, printResult, type Sheet } from '@assay/kit/sheet'
import { newSigningKey } from '@assay/kit/signing-keys'
import { readConfig } from '../config.ts'

/** PostgreSQL's code for a missing right. */
const INSUFFICIENT_PRIVILEGE = '42501'

const openHere = async (env: CommandContext['env'], dataDir: string | undefined) => {
  const config = readConfig({ argv: dataDir ? ['--data-dir', dataDir] : [], env })
  const { composeKeys } = await import('../compose/commands.ts')
  return { config, ...(await composeKeys(config)) }
}

/** Opens the database, runs `work`, and explains what the user can change. */
async function withKeys(
  { env }: Pick<CommandContext, 'env'>,
  dataDir: string | undefined,
  work: (here: Awaited<ReturnType<typeof openHere>>) => Promise<void>,
): Promise<number> {
  const here = await openHere(env, dataDir)
  try {
    await work(here)
    return 0
  } catch (error) {
    if (error instanceof KeyNotDecrypted) throw new UserError(error.message)
    if ((error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE)
      throw new UserError(
        'This database login may not change signing keys. Run the command with the login that runs "assay-evidence migrate".',
      )
    throw error
  } finally {
    await here.database.close()
  }
}

const dataDirOption = { 'data-dir': { type: 'string' } } as const

interface ListedKey {
  readonly kid: string
  readonly createdAt: Date
  readonly encryptedBy: string | null
}

const keySheet: Sheet<readonly ListedKey[], ListedKey> = {
  row: 'one key that signs access tokens',
  columns: {
    kid: ['id of the key', ({ kid }) => kid, 'exact'],
    created_at: ['time of creation (ISO 8601, UTC)', ({ createdAt }) => createdAt.toISOString()],
    encrypted_by: [
      'id of the key that encrypts it; empty when it is not encrypted',
      ({ encryptedBy }) => encryptedBy,
    ],
  },
  rows: (keys) => keys,
  json: (keys) =>
    jsonLines(
      keys.map(({ kid, createdAt, encryptedBy }) => ({
        kid,
        created_at: createdAt.toISOString(),
        encrypted_by: encryptedBy,
      })),
    ),
  text: (keys) =>
    keys
      .map(
        ({ kid, createdAt, encryptedBy }) =>
          `${kid}  ${createdAt.toISOString()}  ${encryptedBy ?? 'not encrypted'}\n`,
      )
      .join(''),
}

const kidSheet = (row: string, text: (kid: string) => string): Sheet<string> => ({
  row,
  columns: { kid: ['id of the key', (kid) => kid, 'exact'] },
  rows: (kid) => [kid],
  json: (kid) => jsonLine({ kid }),
  text: (kid) => `${text(kid)}\n`,
})
const createdSheet = kidSheet('the created key', (kid) => `Created ${kid}. Servers sign with it within 10 s.`)
const revokedSheet = kidSheet(
  'one revoked key',
  (kid) => `Revoked ${kid}. Its tokens are refused within 10 s.`,
)

interface Encrypted {
  readonly keys: number
  readonly encryptedBy: string
}

const encryptedSheet: Sheet<Encrypted> = {
  row: 'one run of the command',
  columns: {
    keys: ['number of keys that were encrypted', ({ keys }) => keys],
    encrypted_by: ['id of the key that encrypts them', ({ encryptedBy }) => encryptedBy],
  },
  rows: (encrypted) => [encrypted],
  json: ({ keys, encryptedBy }) => jsonLine({ keys, encrypted_by: encryptedBy }),
  text: ({ keys, encryptedBy }) => `Encrypted ${keys} keys with ${encryptedBy}.\n`,
}

/** Commands on the keys that sign access tokens. */
export const keyCommands: Readonly<Record<string, Command>> = {
  'keys list': {
    summary: 'List the keys that sign access tokens',
    help: '[--data-dir DIR]\n\nPrints one key per line: id, time of creation, and the id of the key that encrypts it.',
    sheets: [keySheet],
    async run(context) {
      const { values } = parseArgs({ args: [...context.argv], options: dataDirOption })
      return withKeys(context, values['data-dir'], async ({ keys }) => {
        printResult(keySheet, context.format, await keys.records())
      })
    },
  },
  'keys rotate': {
    summary: 'Create a new key that signs access tokens from now on',
    help: `[--data-dir DIR]

Servers sign with the new key within 10 s. Tokens of older keys stay valid until they expire. Keys also rotate by themselves
(SIGNING_KEY_ROTATION_DAYS). To end tokens of a key at once, use "assay-evidence keys revoke". Where stored keys are encrypted, the
command needs KEY_ENCRYPTION_KEY (or KEY_ENCRYPTION_KEY_FILE) too, and refuses to store one that is not.`,
    sheets: [createdSheet],
    async run(context) {
      const { values } = parseArgs({ args: [...context.argv], options: dataDirOption })
      return withKeys(context, values['data-dir'], async ({ keys, encryption }) => {
        const encrypted = (await keys.records()).find(({ encryptedBy }) => encryptedBy !== null)
        if (!encryption && encrypted)
          throw new UserError(
            `Stored keys are encrypted with ${encrypted.encryptedBy}, and the new one would not be. Set KEY_ENCRYPTION_KEY or KEY_ENCRYPTION_KEY_FILE as the servers have it.`,
          )
        const key = await newSigningKey(new Date())
        await keys.add(key)
        printResult(createdSheet, context.format, key.kid)
      })
    },
  },
  'keys revoke': {
    summary: 'Remove a key; tokens that it signed end within 10 s',
    help: `--kid KID [--data-dir DIR]
       assay-evidence keys revoke --all [--data-dir DIR]

Removes a signing key from the database. Every access token that it signed is refused within 10 s; clients get a new one with
their refresh token or by logging in, and browsers stay signed in. If it was the newest key, a server creates another. The
command needs the login that owns the tables.`,
    sheets: [revokedSheet],
    async run(context) {
      const { values } = parseArgs({
        args: [...context.argv],
        options: { ...dataDirOption, kid: { type: 'string' }, all: { type: 'boolean', default: false } },
      })
      if ((values.kid === undefined) === !values.all) throw new UserError('Give either --kid KID or --all.')
      return withKeys(context, values['data-dir'], async ({ keys }) => {
        const kids = values.all ? (await keys.records()).map(({ kid }) => kid) : [values.kid!]
        const print = printer(revokedSheet, context.format)
        for (const kid of kids) {
          if (!(await keys.revoke(kid)))
            throw new UserError(`There is no signing key ${kid}. "assay-evidence keys list" shows them.`)
          print(kid)
        }
      })
    },
  },
  'keys encrypt': {
    summary: 'Encrypt stored private keys with the configured key',
    help: `[--data-dir DIR]

Encrypts every private key in the database with KEY_ENCRYPTION_KEY (or KEY_ENCRYPTION_KEY_FILE) that is not encrypted with it
yet. To change that key, set the new one, put the old one into KEY_ENCRYPTION_PREVIOUS_KEY (or …_FILE), restart all servers, run
this command, and remove the old one. The command needs the login that owns the tables.`,
    sheets: [encryptedSheet],
    async run(context) {
      const { values } = parseArgs({ args: [...context.argv], options: dataDirOption })
      return withKeys(context, values['data-dir'], async ({ keys, encryption }) => {
        if (!encryption)
          throw new UserError('Set KEY_ENCRYPTION_KEY or KEY_ENCRYPTION_KEY_FILE: the key to encrypt with.')
        printResult(encryptedSheet, context.format, {
          keys: await keys.encryptAll(),
          encryptedBy: encryption.keyId,
        })
      })
    },
  },
}
