import Type from 'typebox'
import { EXAMPLE_USER, UserBody } from './users.schema.ts'

export const LoginBody = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 64, description: 'Name of the user, case-insensitive' }),
    password: Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'Password; never logged or sent back',
    }),
  },
  {
    additionalProperties: false,
    title: 'Credentials',
    description: 'Username and password',
    examples: [{ username: 'ada', password: 'correct horse battery staple' }],
  },
)

export const LoginAnswer = Type.Object(
  {
    access_token: Type.String({ description: 'JWT for the Authorization header' }),
    token_type: Type.String({ description: 'Always Bearer' }),
    expires_in: Type.Integer({ description: 'Lifetime of the token in seconds' }),
    user: UserBody,
    refresh_token: Type.String({ description: 'Token to exchange once at /auth/refresh for new tokens' }),
    refresh_expires_in: Type.Integer({ description: 'Lifetime of the refresh token in seconds' }),
  },
  {
    title: 'Session',
    description: 'Access token, refresh token and their user',
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
    refresh_token: Type.String({ minLength: 1, maxLength: 200, description: 'Token from login or refresh' }),
  },
  {
    additionalProperties: false,
    title: 'RefreshRequest',
    description: 'Refresh token to exchange or to end',
    examples: [{ refresh_token: 'q1H0m0pYlT0Zc3bK8mXrWQv7nFJ2sD5gA9eUiOtYxLk' }],
  },
)

export const PasswordBody = Type.Object(
  {
    current_password: Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'Current password, so that a stolen token alone cannot change it',
    }),
    new_password: Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'Password to set, at least 15 characters',
    }),
  },
  {
    additionalProperties: false,
    title: 'PasswordChange',
    description: 'Current password as proof, and the password to set',
    examples: [
      { current_password: 'correct horse battery staple', new_password: 'staple battery horse correct' },
    ],
  },
)

export const JsonWebKey = Type.Object(
  {
    kid: Type.String({ description: 'Id of the key, as in the header of a token' }),
    kty: Type.String(),
    alg: Type.String(),
    use: Type.String(),
    crv: Type.String(),
    x: Type.String(),
    y: Type.String(),
  },
  { title: 'JsonWebKey', description: 'Public key (RFC 7517)' },
)

export const Jwks = Type.Object(
  {
    keys: Type.Array(JsonWebKey, { description: 'Keys whose tokens may still be valid' }),
  },
  {
    title: 'JsonWebKeySet',
    description: 'Public keys as a JSON Web Key Set (RFC 7517)',
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
