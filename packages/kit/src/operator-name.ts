import { userInfo } from 'node:os'
import { UserError } from './cli.ts'

/** Returns the name of the user of the operating system. Refuses a user without one, as in a container, and asks for `--by`. */
export function operatorName(read: () => { readonly username: string } = userInfo): string {
  try {
    return read().username
  } catch {
    throw new UserError('The user of this process has no name here. Say who asked for it: --by WHO.')
  }
}
