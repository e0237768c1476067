import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'

const read = (name: string): object =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'schemas', name), 'utf8')) as object

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })

const compose = ajv.compile(read('compose-spec.json'))
ajv.addSchema(read('kubernetes.json'), 'kubernetes')

type Errors = typeof compose.errors

const shown = (where: string, errors: Errors): string[] =>
  (errors ?? []).map(
    ({ instancePath, message, params }) => `${where}${instancePath}: ${message} ${JSON.stringify(params)}`,
  )

/** Returns what is wrong with a compose file by the schema of the Compose Specification. */
export const composeProblems = (where: string, file: unknown): string[] =>
  compose(file) ? [] : shown(where, compose.errors)

/** Returns what is wrong with a Kubernetes object by the strict schema of its kind, in which unknown fields are refused. */
export function manifestProblems(where: string, manifest: { apiVersion?: string; kind?: string }): string[] {
  const name = `kind ${manifest.apiVersion}/${manifest.kind}`
  const validate = ajv.getSchema(`kubernetes#/$defs/${encodeURIComponent(name).replaceAll('%2F', '~1')}`)
  if (!validate) return [`${where}: there is no schema of ${manifest.apiVersion} ${manifest.kind}`]
  return validate(manifest) ? [] : shown(where, validate.errors as Errors)
}
