import { expect, it } from 'vitest'
import { type Manifest, publishedManifest } from './manifest.ts'

const kit: Manifest = { name: '@assay/kit', version: '0.1.0', dependencies: { pg: '8.0.0', ajv: '8.1.0' } }
const service: Manifest = {
  name: '@assay/query',
  version: '1.2.3',
  bin: { 'assay-query': 'src/cli/main.ts' },
  dependencies: { '@assay/kit': '*', ajv: '8.1.0', minisearch: '7.0.0' },
}

const bundle = { imported: new Set(['ajv', 'pg']), shipped: ['migrations'] }

it('merges the dependencies, drops the workspace and points bin at the bundle', () => {
  expect(publishedManifest(service, kit, bundle)).toEqual({
    name: '@assay/query',
    version: '1.2.3',
    license: 'Apache-2.0',
    type: 'module',
    bin: { 'assay-query': 'dist/main.js' },
    files: ['dist', 'migrations'],
    dependencies: { ajv: '8.1.0', minisearch: '7.0.0', pg: '8.0.0' },
  })
})

it('leaves out what only the kit declares and the bundle does not import', () => {
  const small = { imported: new Set(['ajv']), shipped: [] }
  expect(publishedManifest(service, kit, small).dependencies).toEqual({ ajv: '8.1.0', minisearch: '7.0.0' })
})

it('refuses two versions of one package', () => {
  const other = { ...service, dependencies: { pg: '7.0.0' } }
  expect(() => publishedManifest(other, kit, bundle)).toThrow(/pg is/)
})

it('refuses a service without a command', () => {
  expect(() => publishedManifest({ name: 'x', version: '1' }, kit, bundle)).toThrow(/no bin/)
})
