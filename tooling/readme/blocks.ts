/** A ```sh block of a README and, when a ```text block follows it, the output it promises. */
export interface Block {
  /** Line of the opening fence, from 1. */
  readonly line: number
  readonly script: string
  readonly expected?: string
}

/**
 * The executable blocks of a Markdown text, in order. Only fences tagged `sh` are executed; a `text` fence is the
 * expected output of the `sh` fence before it when nothing but prose or blank lines lies between them.
 */
export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = []
  let open: { tag: string; line: number; fence: string; body: string[] } | undefined
  let previous = ''
  for (const [index, line] of markdown.split('\n').entries()) {
    if (open && line.trim() === open.fence) {
      const text = `${open.body.join('\n')}\n`
      if (open.tag === 'sh') blocks.push({ line: open.line, script: text })
      const last = blocks.at(-1)
      if (open.tag === 'text' && previous === 'sh' && last)
        blocks[blocks.length - 1] = { ...last, expected: text }
      previous = open.tag
      open = undefined
    } else if (open) {
      open.body.push(line)
    } else {
      const match = /^(?<fence>`{3,})(?<tag>[\w-]*)\s*$/.exec(line)
      if (match?.groups)
        open = { tag: match.groups.tag ?? '', fence: match.groups.fence ?? '', line: index + 1, body: [] }
      else if (line.startsWith('#')) previous = ''
    }
  }
  if (open) throw new Error(`the fence opened in line ${open.line} is never closed`)
  return blocks
}

/** Bodies of all fences with a tag, in order. */
export function fenced(markdown: string, tag: string): string[] {
  const pattern = new RegExp(`^\`\`\`${tag}\\s*\\n([\\s\\S]*?)^\`\`\`\\s*$`, 'gm')
  return [...markdown.matchAll(pattern)].map(([, body = '']) => body)
}

/** Whether output is what was promised: `…` stands for anything, also over lines; space at line ends is ignored. */
export function matchesExpected(output: string, expected: string): boolean {
  const tidy = (text: string) => text.replace(/[ \t]+$/gm, '').trim()
  const pattern = tidy(expected)
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*?')
  return new RegExp(`^${pattern}$`).test(tidy(output))
}
