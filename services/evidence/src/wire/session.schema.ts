import Type from 'typebox'
import { EXAMPLE_USER, UserBody } from './users.schema.ts'

export const PageSessionBody = Type.Object(
  { user: UserBody },
  {
    title: 'PageSession',
    description: 'User of a browser session. Its token is in a cookie that scripts cannot read',
    examples: [{ user: EXAMPLE_USER }],
  },
)

export const SetupState = Type.Object(
  { needed: Type.Boolean({ description: 'Whether the first administrator has to be created' }) },
  { title: 'SetupState', description: 'State of the first start', examples: [{ needed: true }] },
)

export const SetupBody = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Token after the # sign of the address that `assay-evidence serve` printed',
    }),
    organization: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Name of your organization' }),
    ),
    username: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Unique name of 2 to 64 letters, digits, . _ @ -, case-insensitive',
    }),
    password: Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'Password of at least 15 characters; never logged or sent back',
    }),
  },
  {
    additionalProperties: false,
    title: 'Setup',
    description: 'First administrator to create',
    examples: [
      {
        token: 'q1H0m0pYlT0Zc3bK8mXrWQv7nFJ2sD5gA9eUiOtYxLk',
        organization: 'Example Lab',
        username: 'ada',
        password: 'correct horse battery staple',
      },
    ],
  },
)
