import type { App } from '@assay/kit/server'
import { linguisticVariables } from '../domain/fuzzy/linguistic-variables.ts'
import { ErrorBody } from './errors.ts'
import { LinguisticVariablesAnswer } from './linguistic-variables.schema.ts'
import { presentLinguisticVariables } from './present.ts'

/** The vocabulary, under `/v1`. It is the same for everybody and never changes while the process lives. */
export function linguisticVariablesRoutes(app: App): void {
  const answer = presentLinguisticVariables(linguisticVariables)
  app.get(
    '/fuzzy-evidence/linguistic-variables',
    {
      config: { access: 'read' },
      schema: {
        tags: ['fuzzy-evidence'],
        operationId: 'linguisticVariables',
        summary: 'Terms, membership functions and fuzzy operations',
        description: 'What the other addresses mean by their terms, and what a request may choose from.',
        security: [{ bearer: [] }],
        response: { 200: { ...LinguisticVariablesAnswer, examples: [answer] }, 401: ErrorBody },
      },
    },
    async () => answer,
  )
}
