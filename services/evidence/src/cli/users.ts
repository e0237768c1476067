import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { type CommandContext, UserError } from '@assay/kit/cli'
import { jsonLine, printResult, type Sheet } from '@assay/kit/sheet'
import { readConfig } from '../config.ts'
import { Refusal } from '../domain/refusal.ts'

/** Help text of `assay-evidence users create`. */
export const usersHelp = `--username NAME --organization NAME [--role admin|researcher|viewer] [--password-stdin] [--data-dir DIR]

Creates a user, for example the first administrator:

  assay-evidence users create --username ada --organization "Example Lab" --role admin

Without --password-stdin the command creates a strong password and prints it once. It uses the database of "assay-evidence
serve": DATABASE_URL, or the embedded one in --data-dir. Stop a server that uses the embedded database first.`

interface CreatedUser {
  readonly username: string
  readonly organization: string
  readonly role: string
  /** Generated password; absent when it was given. */
  readonly password?: string | undefined
}

/** How `assay-evidence users create` prints the user. */
export const userSheet: Sheet<CreatedUser> = {
  row: 'the created user',
  columns: {
    username: ['name of the user', ({ username }) => username],
    organization: ['organization of the user', ({ organization }) => organization],
    role: ['role of the user', ({ role }) => role],
    password: [
      'generated password, shown only now; empty when it was given',
      ({ password }) => password,
      'exact',
    ],
  },
  rows: (user) => [user],
  json: jsonLine,
  text: ({ username, organization, role, password }) =>
    `Created ${role} ${username} of ${organization}.\n${password ? `Password, shown only now: ${password}\n` : ''}`,
}

/** Runs `assay-evidence users create`. */
export async function createUserCommand({ argv, env, format }: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      username: { type: 'string' },
      organization: { type: 'string' },
      role: { type: 'string', default: 'researcher' },
      'password-stdin': { type: 'boolean', default: false },
      'data-dir': { type: 'string' },
    },
  })
  if (!values.username || !values.organization) {
    throw new UserError(
      '--username and --organization are required. See "assay-evidence users create --help" for an example.',
    )
  }
  const generated = values['password-stdin'] ? undefined : randomBytes(18).toString('base64url')
  const password = generated ?? (await text(process.stdin)).replace(/\r?\n$/, '')
  const config = readConfig({ argv: values['data-dir'] ? ['--data-dir', values['data-dir']] : [], env })
  const { composeUsers } = await import('../compose/commands.ts')
  const { database, createUser } = await composeUsers(config)
  try {
    const { username, organization, role } = values
    const user = await createUser({ username, organization, role, password })
    printResult(userSheet, format, {
      username: user.username,
      organization: user.organization,
      role: user.role,
      password: generated,
    })
    return 0
  } catch (error) {
    if (error instanceof Refusal) throw new UserError(error.message)
    throw error
  } finally {
    await database.close()
  }
}

/** Help text of `assay-evidence users link`. */
export const usersLinkHelp = `--username NAME --subject SUBJECT [--issuer URL] [--data-dir DIR]

Lets somebody sign in as an existing user through the OpenID Connect provider. SUBJECT is the claim "sub" of the person at the
provider; --issuer is OIDC_ISSUER unless given. The user keeps the password. Removing the user removes the link.`

interface SignOn {
  readonly username: string
  readonly issuer: string
  readonly subject: string
}

/** How `assay-evidence users link` prints the link. */
export const linkSheet: Sheet<SignOn> = {
  row: 'the linked user',
  columns: {
    username: ['name of the user', ({ username }) => username],
    issuer: ['address of the OpenID Connect provider', ({ issuer }) => issuer],
    subject: ['claim "sub" of the person at the provider', ({ subject }) => subject],
  },
  rows: (link) => [link],
  json: jsonLine,
  text: ({ username, issuer, subject }) => `${subject} of ${issuer} signs in as ${username}.\n`,
}

/** Runs `assay-evidence users link`. */
export async function linkUserCommand({ argv, env, format }: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      username: { type: 'string' },
      subject: { type: 'string' },
      issuer: { type: 'string' },
      'data-dir': { type: 'string' },
    },
  })
  const config = readConfig({ argv: values['data-dir'] ? ['--data-dir', values['data-dir']] : [], env })
  const { username, subject } = values
  const issuer = values.issuer ?? config.oidcIssuer
  if (!username || !subject || !issuer)
    throw new UserError('--username, --subject and --issuer (or OIDC_ISSUER) are required.')
  const { composeUsers } = await import('../compose/commands.ts')
  const { database, signOns } = await composeUsers(config)
  try {
    const outcome = await signOns.link(username, { issuer, subject })
    if (outcome === 'unknown-user') throw new UserError(`There is no user named ${username}.`)
    if (outcome === 'in-use') throw new UserError(`${subject} of ${issuer} belongs to a user already.`)
    printResult(linkSheet, format, { username, issuer, subject })
    return 0
  } finally {
    await database.close()
  }
}
