import Type from 'typebox'
import { ROLES } from '../domain/accounts/user.ts'

const EXAMPLE_USER = {
  id: '0198c0de-0000-7000-8000-000000000001',
  username: 'ada',
  role: 'researcher',
  organization: 'Example Lab',
}

export const UserBody = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Never changes, also the subject of the token' }),
    username: Type.String({ description: 'As written when the user was created' }),
    role: Type.Enum([...ROLES], {
      description: 'viewer reads, researcher also writes, admin also manages users',
    }),
    organization: Type.String({ description: 'Whose data the user sees' }),
  },
  { description: 'The user', examples: [EXAMPLE_USER] },
)

export const LoginBody = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 64, description: 'In any case' }),
    password: Type.String({ minLength: 1, maxLength: 1024, description: 'Never logged, never echoed' }),
  },
  {
    additionalProperties: false,
    description: 'Credentials of a user that `evidence users create` made',
    examples: [{ username: 'ada', password: 'correct horse battery staple' }],
  },
)

export const LoginAnswer = Type.Object(
  {
    access_token: Type.String({ description: 'A JWT for the Authorization header' }),
    token_type: Type.String({ description: 'Always Bearer' }),
    expires_in: Type.Integer({ description: 'Lifetime of the token in seconds' }),
    user: UserBody,
    refresh_token: Type.String({ description: 'Exchange it once at /auth/refresh for new tokens' }),
    refresh_expires_in: Type.Integer({ description: 'Lifetime of the refresh token in seconds' }),
  },
  {
    description: 'An access token and whose it is',
    examples: [
      {
        access_token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIwMTk4In0.c2lnbmF0dXJl',
        token_type: 'Bearer',
        expires_in: 3600,
        user: EXAMPLE_USER,
        refresh_token: 'q1H0m0pYlT0Zc3bK8mXrWQv7nFJ2sD5gA9eUiOtYxLk',
        refresh_expires_in: 2_592_000,
      },
    ],
  },
)

export const RefreshBody = Type.Object(
  {
    refresh_token: Type.String({ minLength: 1, maxLength: 200, description: 'As login or refresh gave it' }),
  },
  {
    additionalProperties: false,
    description: 'A refresh token',
    examples: [{ refresh_token: 'q1H0m0pYlT0Zc3bK8mXrWQv7nFJ2sD5gA9eUiOtYxLk' }],
  },
)

export const PasswordBody = Type.Object(
  {
    current_password: Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'Proves that it is you and not whoever holds your token',
    }),
    new_password: Type.String({ minLength: 1, maxLength: 1024, description: 'At least 15 characters' }),
  },
  {
    additionalProperties: false,
    description: 'The password as it is and as it shall be',
    examples: [
      { current_password: 'correct horse battery staple', new_password: 'staple battery horse correct' },
    ],
  },
)

const Password = Type.String({ minLength: 1, maxLength: 1024, description: 'At least 15 characters' })

export const NewUserBody = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 64, description: '2 to 64 letters, digits, . _ @ -' }),
    password: Password,
    role: Type.Enum([...ROLES], { default: 'researcher', description: 'What the user may do' }),
  },
  {
    additionalProperties: false,
    description: 'A user of your own organization',
    examples: [{ username: 'grace', password: 'correct horse battery staple', role: 'viewer' }],
  },
)

export const UserChangeBody = Type.Object(
  {
    role: Type.Optional(Type.Enum([...ROLES], { description: 'The new role' })),
    password: Type.Optional(Password),
  },
  { additionalProperties: false, description: 'What is to change', examples: [{ role: 'viewer' }] },
)

export const UserPath = Type.Object({
  user_id: Type.String({ format: 'uuid', description: 'Id of a user of your organization' }),
})

export const UserList = Type.Object(
  { users: Type.Array(UserBody, { description: 'By name' }) },
  { description: 'The users of your organization', examples: [{ users: [EXAMPLE_USER] }] },
)

export const Jwks = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kid: Type.String({ description: 'Named by the header of each token' }),
        kty: Type.String(),
        alg: Type.String(),
        use: Type.String(),
        crv: Type.String(),
        x: Type.String(),
        y: Type.String(),
      }),
      { description: 'Every key whose tokens may still be valid' },
    ),
  },
  {
    description: 'A JSON Web Key Set (RFC 7517)',
    // The public key of RFC 7515, appendix A.3.
    examples: [
      {
        keys: [
          {
            kid: 'rfc7515-a3',
            kty: 'EC',
            alg: 'ES256',
            use: 'sig',
            crv: 'P-256',
            x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
            y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
          },
        ],
      },
    ],
  },
)
