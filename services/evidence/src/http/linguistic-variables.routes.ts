import type { App } from '@assay/kit/server'
import { linguisticVariables } from '../domain/fuzzy/linguistic-variables.ts'
import { presentLinguisticVariables } from '../wire/linguistic-variables.present.ts'
import { LinguisticVariablesAnswer } from '../wire/linguistic-variables.schema.ts'

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
        response: { 200: { ...LinguisticVariablesAnswer, examples: [answer] } },
      },
    },
    async () => answer,
  )
}
