import openapiTypescript, { astToString } from 'openapi-typescript'

/** Places of an OpenAPI document whose keys are names that its author chose. */
const NAMES = new Set(['properties', 'schemas', 'responses', 'paths', 'content', 'headers', 'parameters'])

/** The document without examples: in types they are comments of many lines that repeat the document. */
function withoutExamples(node: unknown, keysAreNames = false): unknown {
  if (Array.isArray(node)) return node.map((part) => withoutExamples(part))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => keysAreNames || (key !== 'example' && key !== 'examples'))
      .map(([key, part]) => [key, withoutExamples(part, NAMES.has(key) && !keysAreNames)]),
  )
}

const ABSENT_METHOD = /^ {8}(get|put|post|delete|options|head|patch|trace)\?: never;\n/gm
const EMPTY_PARAMETERS =
  /^ {8}parameters: \{\n {12}query\?: never;\n {12}header\?: never;\n {12}path\?: never;\n {12}cookie\?: never;\n {8}\};\n/gm

/** Removes what a path does not have from `interface paths`; openapi-fetch asks for what is there. */
function withoutAbsent(types: string): string {
  const end = types.indexOf('\nexport type webhooks')
  return types.slice(0, end).replace(ABSENT_METHOD, '').replace(EMPTY_PARAMETERS, '') + types.slice(end)
}

/** TypeScript types of an OpenAPI document, given as JSON text. */
export async function clientTypes(document: string): Promise<string> {
  const types = await openapiTypescript(JSON.stringify(withoutExamples(JSON.parse(document))), {
    alphabetize: false,
    // What has a default need not be sent.
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  })
  return withoutAbsent(astToString(types))
}
