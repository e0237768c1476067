import type { App } from '@assay/kit/server'
import { linguisticVariables } from '../domain/fuzzy/linguistic-variables.ts'
import { presentLinguisticVariables } from '../wire/linguistic-variables.present.ts'
import { LinguisticVariablesAnswer } from '../wire/linguistic-variables.schema.ts'

/** Registers the vocabulary under `/v1`. It is the same for all users and constant. */
export function linguisticVariablesRoutes(app: App): void {
  const answer = presentLinguisticVariables(linguisticVariables)
  app.get(
    '/fuzzy-evidence/linguistic-variables',
    {
      config: { access: 'read' },
      schema: {
        tags: ['fuzzy-evidence'],
        operationId: 'linguisticVariables',
        summary: 'List terms, membership functions and fuzzy operations',
        description:
          'Defines the terms that the answers use, and lists the values that `fuzzy_config` accepts.',
        response: { 200: { ...LinguisticVariablesAnswer, examples: [answer] } },
      },
    },
    async () => answer,
  )
}
