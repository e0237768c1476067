import { block, code, join, plain, section, table } from '../../../tooling/site/markdown.ts'
import type { SitePage } from '../../../tooling/site/page.ts'
import { type Content, type Document, nameOf, type Operation, type Response } from './document.ts'
import { headingText, meaningOf, type SchemaLink, schemaText, typeText } from './schema.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
/** Examples longer than this many lines are folded. */
const MAX_OPEN_LINES = 40

interface Entry {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const operationsOf = (document: Document): Entry[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method]
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }]
    }),
  )

const ACCESS: Readonly<Record<string, string>> = {
  public: 'Open to everybody.',
  client: 'Needs credentials where authentication is on.',
  account: 'Needs a signed-in account.',
  read: 'Needs a role that may read.',
  write: 'Needs a role that may write.',
  administer: 'Needs a role that may administer.',
}
const accessText = (access: string | undefined): string =>
  access === undefined ? '' : (ACCESS[access] ?? `Needs access as: ${code(access)}.`)

/** Returns example values as JSON; long ones are folded. */
function examplesOf(content: Content | undefined, what: string): string {
  const example = Object.values(content ?? {}).find((one) => one.example !== undefined)?.example
  if (example === undefined) return ''
  const text = block(typeof example === 'string' ? example : JSON.stringify(example, null, 2), 'json')
  return text.split('\n').length > MAX_OPEN_LINES
    ? `<details>\n<summary>Example of the ${what}</summary>\n\n${text}\n\n</details>`
    : `Example of the ${what}:\n\n${text}`
}

const contentText = (content: Content | undefined, link: SchemaLink): string =>
  Object.entries(content ?? {})
    .map(([type, { schema }]) => `${code(type)}${schema === undefined ? '' : `: ${typeText(schema, link)}`}`)
    .join('; ')

function operationText(document: Document, { method, path, operation }: Entry, link: SchemaLink): string {
  const resolve = (response: Response): Response =>
    response.$ref === undefined
      ? response
      : (document.components.responses?.[nameOf(response.$ref)] ?? { description: nameOf(response.$ref) })
  const responses = Object.entries(operation.responses ?? {})
  const success = responses.filter(([status]) => status.startsWith('2'))
  const { requestBody: body } = operation
  return join(
    `## ${headingText(operation.summary ?? `${method} ${path}`)}`,
    block(`${method} ${path}`),
    operation.description ?? '',
    accessText(operation['x-access']),
    operation.parameters === undefined || operation.parameters.length === 0
      ? ''
      : `**Parameters**\n\n${table(
          ['name', 'in', 'type', 'required', 'meaning'],
          operation.parameters.map(({ name, in: place, schema = {}, required, description }) => [
            code(name),
            place,
            typeText(schema, link),
            required ? 'yes' : 'no',
            meaningOf(schema, description),
          ]),
        )}`,
    body === undefined
      ? ''
      : `**Body**${body.required ? '' : ' (optional)'}: ${contentText(body.content, link)}${body.description ? `. ${body.description}.` : ''}`,
    examplesOf(body?.content, 'body'),
    `**Answers**\n\n${table(
      ['status', 'meaning', 'content'],
      responses.map(([status, response]) => {
        const { description = '', content } = resolve(response)
        return [status, meaningOf({}, description), contentText(content, link)]
      }),
    )}`,
    ...success.map(([status, response]) => examplesOf(resolve(response).content, `answer ${status}`)),
  ).trimEnd()
}

/** Returns the pages of the reference of one API: an overview, one page for each tag, one for all schemas. */
export function referencePages(service: string, document: Document): SitePage[] {
  const base = `api/${service}`
  const link: SchemaLink = (name) => `[${plain(name)}](/${base}/schemas#${name.toLowerCase()})`
  const entries = operationsOf(document)
  const tags = [...new Set(entries.map(({ operation }) => operation.tags?.[0] ?? 'operations'))]
  const named = document.tags?.map(({ name }) => name) ?? []
  const sorted = tags.sort((a, b) => named.indexOf(a) - named.indexOf(b))
  const ofTag = (tag: string): Entry[] =>
    entries.filter(({ operation }) => (operation.tags?.[0] ?? 'operations') === tag)
  const overview: SitePage = {
    address: base,
    title: `${service}: API reference`,
    description: `Every operation of the ${service} API, version ${document.info.version}.`,
    group: service,
    label: 'API reference',
    markdown: join(
      document.info.description ?? '',
      `Version ${document.info.version}. The reference is made from ${code(`services/${service}/openapi.json`)}. A running service serves the same document, with a form to try operations, at ${code('/docs')}.`,
      ...sorted.map((tag) =>
        section(
          headingText(tag.replaceAll('-', ' ')),
          join(
            document.tags?.find(({ name }) => name === tag)?.description ?? '',
            table(
              ['operation', 'method', 'path'],
              ofTag(tag).map(({ method, path, operation }) => [
                `[${headingText(operation.summary ?? path)}](/${base}/${tag}#${anchorOf(operation, ofTag(tag))})`,
                method,
                code(path),
              ]),
            ),
          ).trimEnd(),
        ),
      ),
      section(
        'Ways to authenticate',
        table(
          ['name', 'type', 'meaning'],
          Object.entries(document.components.securitySchemes ?? {}).map(([name, scheme]) => [
            code(name),
            plain(scheme.type),
            meaningOf(
              {},
              scheme.description ?? (scheme.name === undefined ? '' : `Header ${code(scheme.name)}`),
            ),
          ]),
        ),
      ),
      `[All schemas](/${base}/schemas)`,
    ),
  }
  const pages = sorted.map(
    (tag): SitePage => ({
      address: `${base}/${tag}`,
      title: `${service} API: ${tag.replaceAll('-', ' ')}`,
      description: document.tags?.find(({ name }) => name === tag)?.description ?? `Operations of ${tag}.`,
      markdown: join(
        `[API reference of ${service}](/${base})`,
        ...ofTag(tag).map((entry) => operationText(document, entry, link)),
      ),
    }),
  )
  const schemas: SitePage = {
    address: `${base}/schemas`,
    title: `${service} API: schemas`,
    description: `Every named type of the ${service} API with its fields.`,
    markdown: join(
      `[API reference of ${service}](/${base})`,
      ...Object.entries(document.components.schemas ?? {})
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, schema]) =>
          join(`## ${name}`, schema.description ?? '', schemaText(schema, link)).trimEnd(),
        ),
    ),
  }
  return [overview, ...pages, schemas]
}

/** Returns the anchor of an operation on its page: the slug of its heading, numbered where headings are alike. */
function anchorOf(operation: Operation, entries: readonly Entry[]): string {
  const slug = (one: Operation): string => slugOf(one.summary?.replace(/\.$/, '') ?? '')
  const before = entries.slice(
    0,
    entries.findIndex((entry) => entry.operation === operation),
  )
  const same = before.filter((entry) => slug(entry.operation) === slug(operation)).length
  return same === 0 ? slug(operation) : `${slug(operation)}-${same}`
}

/** Returns the anchor of a heading as GitHub and the site write it. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
