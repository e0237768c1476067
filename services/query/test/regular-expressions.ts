import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative } from 'node:path'
import { tokenizer } from 'acorn'

export interface FoundExpression {
  readonly file: string
  readonly source: string
  readonly flags: string
}

/** Every regular expression literal of the sources under a folder, tests left out. */
export function regularExpressionsIn(folder: string): FoundExpression[] {
  const found: FoundExpression[] = []
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue
    const path = join(entry.parentPath, entry.name)
    const code = stripTypeScriptTypes(readFileSync(path, 'utf8'))
    for (const token of tokenizer(code, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowHashBang: true,
    })) {
      if (token.type.label !== 'regexp') continue
      const { pattern, flags } = (token as unknown as { value: { pattern: string; flags: string } }).value
      found.push({ file: relative(folder, path), source: pattern, flags })
    }
  }
  return found
}

/** Where a regular expression is made from text at run time, which a scan of literals does not see. */
export function builtExpressionsIn(folder: string): string[] {
  const files: string[] = []
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue
    const path = join(entry.parentPath, entry.name)
    if (/\bRegExp\(/.test(readFileSync(path, 'utf8'))) files.push(relative(folder, path))
  }
  return files
}
