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
