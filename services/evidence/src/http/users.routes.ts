import type { App } from '@assay/kit/server'
import Type from 'typebox'
import type { manageUsers } from '../operations/manage-users.ts'
import { NewUserBody, UserBody, UserChangeBody, UserList, UserPath } from '../wire/users.schema.ts'
import { actorOf } from './access.ts'
import { ErrorBody } from './errors.ts'

/** Operations that the routes call. */
export interface UserDeps {
  readonly users: ReturnType<typeof manageUsers>
}

const described = { tags: ['auth'] }

/** Registers the routes for users of the administrator's own organization under `/v1`. */
export function userRoutes(app: App, { users }: UserDeps): void {
  app.get(
    '/auth/users',
    {
      config: { access: 'administer' },
      schema: {
        ...described,
        operationId: 'listUsers',
        summary: 'List the users of your organization',
        description: 'Requires the role admin.',
        response: { 200: UserList },
      },
    },
    async (request) => ({ users: await users.list(actorOf(request)) }),
  )
  app.post(
    '/auth/users',
    {
      config: { access: 'administer' },
      schema: {
        ...described,
        operationId: 'addUser',
        summary: 'Add a user to your organization',
        description:
          'Requires the role admin. Create the first user of an organization with `assay-evidence users create`.',
        body: NewUserBody,
        response: { 201: UserBody, 409: ErrorBody },
      },
    },
    async (request, reply) => reply.code(201).send(await users.add(actorOf(request), request.body)),
  )
  app.patch(
    '/auth/users/:user_id',
    {
      config: { access: 'administer' },
      schema: {
        ...described,
        operationId: 'changeUser',
        summary: 'Change the role or password of a user',
        description:
          'Requires the role admin. Ends every token of the user: immediately for writes and administration, within 10 s for reads.',
        params: UserPath,
        body: UserChangeBody,
        response: { 200: UserBody, 409: ErrorBody },
      },
    },
    async (request) => users.change(actorOf(request), request.params.user_id, request.body),
  )
  app.delete(
    '/auth/users/:user_id',
    {
      config: { access: 'administer' },
      schema: {
        ...described,
        operationId: 'removeUser',
        summary: 'Remove a user',
        description:
          'Requires the role admin. Ends every token of the user (immediately for writes and administration, within 10 s for reads) and all unfinished imports. Data that the user wrote stay. The last administrator cannot be removed.',
        params: UserPath,
        response: { 204: Type.Null({ description: 'Removed' }), 409: ErrorBody },
      },
    },
    async (request, reply) => {
      await users.remove(actorOf(request), request.params.user_id)
      return reply.code(204).send(null)
    },
  )
  app.delete(
    '/auth/users/:user_id/sessions',
    {
      config: { access: 'administer' },
      schema: {
        ...described,
        operationId: 'revokeUserSessions',
        summary: 'End all sessions of a user',
        description: 'Requires the role admin. The user can log in again.',
        params: UserPath,
        response: { 204: Type.Null({ description: 'Done' }) },
      },
    },
    async (request, reply) => {
      await users.endSessions(actorOf(request), request.params.user_id)
      return reply.code(204).send(null)
    },
  )
}
