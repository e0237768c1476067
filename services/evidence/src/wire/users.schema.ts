import Type from 'typebox'
import { ROLES } from '../domain/accounts/user.ts'

export const EXAMPLE_USER = {
  id: '0198c0de-0000-7000-8000-000000000001',
  username: 'ada',
  role: 'researcher',
  organization: 'Example Lab',
}

export const UserBody = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Permanent id, also the subject of the token' }),
    username: Type.String({ description: 'Name as written when the user was created' }),
    role: Type.Enum([...ROLES], {
      description: 'Role: viewer reads, researcher also writes, admin also manages users',
    }),
    organization: Type.String({ description: 'Organization whose data the user sees' }),
  },
  { title: 'User', description: 'A user', examples: [EXAMPLE_USER] },
)

const Password = Type.String({ minLength: 1, maxLength: 1024, description: 'At least 15 characters' })

export const NewUserBody = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 64, description: '2 to 64 letters, digits, . _ @ -' }),
    password: Password,
    role: Type.Enum([...ROLES], { default: 'researcher', description: 'Role of the user' }),
  },
  {
    additionalProperties: false,
    title: 'NewUser',
    description: 'A new user of your organization',
    examples: [{ username: 'grace', password: 'correct horse battery staple', role: 'viewer' }],
  },
)

export const UserChangeBody = Type.Object(
  {
    role: Type.Optional(Type.Enum([...ROLES], { description: 'The new role' })),
    password: Type.Optional(Password),
  },
  {
    title: 'UserChange',
    additionalProperties: false,
    description: 'New role, new password or both',
    examples: [{ role: 'viewer' }],
  },
)

export const UserPath = Type.Object({
  user_id: Type.String({ format: 'uuid', description: 'Id of a user of your organization' }),
})

export const UserList = Type.Object(
  { users: Type.Array(UserBody, { description: 'Users, sorted by name' }) },
  { title: 'UserList', description: 'The users of your organization', examples: [{ users: [EXAMPLE_USER] }] },
)
