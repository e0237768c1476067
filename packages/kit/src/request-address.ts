import type { FastifyRequest } from 'fastify'
import type { Problem } from './problem.ts'
import { notText, textIssue } from './text.ts'

/** Returns the path of a URL, without its query string. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

const NOT_UTF8 = 'is not valid percent-encoded UTF-8'

/** Returns the problem of one encoded `name=value` pair, if any. */
function pairProblem(pair: string): Problem | undefined {
  const name = pair.split('=', 1)[0] ?? ''
  try {
    const decoded = decodeURIComponent(pair)
    const issue = textIssue(decoded)
    return issue === undefined
      ? undefined
      : notText(decodeURIComponent(name), issue, decoded.slice(name.length + 1))
  } catch {
    return notText(name, NOT_UTF8, pair.slice(name.length + 1))
  }
}

function parametersProblem(parameters: unknown): Problem | undefined {
  for (const [name, value] of Object.entries((parameters ?? {}) as Record<string, unknown>)) {
    const issue = typeof value === 'string' ? textIssue(value) : undefined
    if (issue !== undefined) return notText(name, issue, value)
  }
  return undefined
}

/**
 * Returns a problem when path or query parameters are not valid text. Fastify's query parser keeps bytes that it cannot
 * decode; here they are refused with their name.
 */
export function addressProblem({ url, params }: Pick<FastifyRequest, 'url' | 'params'>): Problem | undefined {
  if (!url.includes('%')) return undefined
  const at = url.indexOf('?')
  const wrong = parametersProblem(params)
  if (wrong || at < 0) return wrong
  for (const pair of url.slice(at + 1).split('&')) {
    const problem = pair.includes('%') ? pairProblem(pair) : undefined
    if (problem) return problem
  }
  return undefined
}
