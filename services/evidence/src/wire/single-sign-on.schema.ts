import Type from 'typebox'

export const SignOnProvider = Type.Object(
  {
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the provider for the button; null if single sign-on is off',
    }),
  },
  {
    title: 'SignOnProvider',
    description: 'OpenID Connect provider by which people sign in with a browser',
    examples: [{ name: null }],
  },
)

export const SignOnStart = Type.Object(
  {
    return_to: Type.Optional(
      Type.String({ maxLength: 500, description: 'View of the page to open afterwards, such as /runs' }),
    ),
  },
  { additionalProperties: false },
)

export const SignOnCallback = Type.Object(
  {
    state: Type.Optional(
      Type.String({ maxLength: 500, description: 'State of the attempt, as the provider returns it' }),
    ),
    code: Type.Optional(Type.String({ maxLength: 4000, description: 'Authorization code' })),
  },
  // Providers add parameters of their own.
  { additionalProperties: true },
)
