import Type from 'typebox'
import { ROLES } from '../domain/user.ts'

export const UserBody = Type.Object({
  id: Type.String({ format: 'uuid' }),
  username: Type.String({ examples: ['ada'] }),
  role: Type.Enum([...ROLES], {
    description: 'viewer reads, researcher also writes, admin also manages users',
  }),
  organization: Type.String({ examples: ['Example Lab'] }),
})

export const LoginBody = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 64, examples: ['ada'] }),
    password: Type.String({ minLength: 1, maxLength: 1024 }),
  },
  { additionalProperties: false },
)

export const LoginAnswer = Type.Object({
  access_token: Type.String({ description: 'A JWT for the Authorization header' }),
  token_type: Type.String({ examples: ['Bearer'] }),
  expires_in: Type.Integer({ description: 'Lifetime of the token in seconds', examples: [3600] }),
  user: UserBody,
})

export const Jwks = Type.Object({
  keys: Type.Array(
    Type.Object({
      kid: Type.String(),
      kty: Type.String(),
      alg: Type.String(),
      use: Type.String(),
      crv: Type.String(),
      x: Type.String(),
      y: Type.String(),
    }),
  ),
})
