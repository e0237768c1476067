import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { examineOpenApi, type OpenApiDocument } from '@assay/kit/testing-openapi'
import { expect, test } from 'vitest'

const document = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'),
) as OpenApiDocument

test('openapi.json: every operation is described and every example fits its schema', () => {
  const { problems, examples } = examineOpenApi(document)
  expect(problems).toEqual([])
  expect(examples).toBeGreaterThan(15)
})

test('a wrong example would be found', () => {
  const spoiled = structuredClone(document) as unknown as {
    paths: Record<
      string,
      { get: { responses: Record<string, { content: Record<string, { example: object }> }> } }
    >
  }
  spoiled.paths['/health']!.get.responses['200']!.content['application/json']!.example = { status: 1 }
  expect(examineOpenApi(spoiled as unknown as OpenApiDocument).problems.join()).toContain(
    'GET /health 200: an example is wrong',
  )
})
