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
      description: 'viewer reads, researcher also writes, admin also manages users',
    }),
    organization: Type.String({ description: 'Organization whose data the user sees' }),
  },
  { title: 'User', description: 'User with role and organization', examples: [EXAMPLE_USER] },
)

const Password = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'Password of at least 15 characters; never logged or sent back',
})

export const NewUserBody = Type.Object(
  {
    username: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Unique name of 2 to 64 letters, digits, . _ @ -, case-insensitive',
    }),
    password: Password,
    role: Type.Enum([...ROLES], {
      default: 'researcher',
      description: 'viewer reads, researcher also writes, admin also manages users',
    }),
  },
  {
    additionalProperties: false,
    title: 'NewUser',
    description: 'User to add to your organization',
    examples: [{ username: 'grace', password: 'correct horse battery staple', role: 'viewer' }],
  },
)

export const UserChangeBody = Type.Object(
  {
    role: Type.Optional(
      Type.Enum([...ROLES], { description: 'Role from now on; ends the tokens of the user' }),
    ),
    password: Type.Optional(Password),
  },
  {
    title: 'UserChange',
    additionalProperties: false,
    description: 'Role, password or both to set',
    examples: [{ role: 'viewer' }],
  },
)

export const UserPath = Type.Object({
  user_id: Type.String({ format: 'uuid', description: 'Id of a user of your organization' }),
})

export const UserList = Type.Object(
  { users: Type.Array(UserBody, { description: 'Users, sorted by name' }) },
  { title: 'UserList', description: 'Users of your organization', examples: [{ users: [EXAMPLE_USER] }] },
)
