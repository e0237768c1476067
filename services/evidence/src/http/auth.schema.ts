import Type from 'typebox'
import { ROLES } from '../domain/user.ts'

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
  },
  {
    description: 'An access token and whose it is',
    examples: [
      {
        access_token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIwMTk4In0.c2lnbmF0dXJl',
        token_type: 'Bearer',
        expires_in: 3600,
        user: EXAMPLE_USER,
      },
    ],
  },
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
