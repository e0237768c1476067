import { parseArgs } from 'node:util'
import { type Command, type CommandContext, UserError } from '@assay/kit/cli'
import { KeyNotDecrypted } from '@assay/kit/key-encryption'
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
const print = (text: string) => process.stdout.write(`${text}\n`)

/** Commands on the keys that sign access tokens. */
export const keyCommands: Readonly<Record<string, Command>> = {
  'keys list': {
    summary: 'List the keys that sign access tokens',
    help: '[--data-dir DIR]\n\nPrints one key per line: id, time of creation, and the id of the key that encrypts it.',
    async run(context) {
      const { values } = parseArgs({ args: [...context.argv], options: dataDirOption })
      return withKeys(context, values['data-dir'], async ({ keys }) => {
        for (const { kid, createdAt, encryptedBy } of await keys.records())
          print(`${kid}  ${createdAt.toISOString()}  ${encryptedBy ?? 'not encrypted'}`)
      })
    },
  },
  'keys rotate': {
    summary: 'Create a new key that signs access tokens from now on',
    help: `[--data-dir DIR]

Servers sign with the new key within 10 s. Tokens of older keys stay valid until they expire. Keys also rotate by themselves
(SIGNING_KEY_ROTATION_DAYS). To end tokens of a key at once, use "assay-evidence keys revoke".`,
    async run(context) {
      const { values } = parseArgs({ args: [...context.argv], options: dataDirOption })
      return withKeys(context, values['data-dir'], async ({ keys }) => {
        const key = await newSigningKey(new Date())
        await keys.add(key)
        print(`Created ${key.kid}. Servers sign with it within 10 s.`)
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
    async run(context) {
      const { values } = parseArgs({
        args: [...context.argv],
        options: { ...dataDirOption, kid: { type: 'string' }, all: { type: 'boolean', default: false } },
      })
      if ((values.kid === undefined) === !values.all) throw new UserError('Give either --kid KID or --all.')
      return withKeys(context, values['data-dir'], async ({ keys }) => {
        const kids = values.all ? (await keys.records()).map(({ kid }) => kid) : [values.kid!]
        for (const kid of kids) {
          if (!(await keys.revoke(kid)))
            throw new UserError(`There is no signing key ${kid}. "assay-evidence keys list" shows them.`)
          print(`Revoked ${kid}. Its tokens are refused within 10 s.`)
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
    async run(context) {
      const { values } = parseArgs({ args: [...context.argv], options: dataDirOption })
      return withKeys(context, values['data-dir'], async ({ keys, encryption }) => {
        if (!encryption)
          throw new UserError('Set KEY_ENCRYPTION_KEY or KEY_ENCRYPTION_KEY_FILE: the key to encrypt with.')
        const changed = await keys.encryptAll()
        print(`Encrypted ${changed} keys with ${encryption.keyId}.`)
      })
    },
  },
}
