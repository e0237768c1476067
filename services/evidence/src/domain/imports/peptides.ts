/** Nominal mass shifts of the usual modifications, by lower-case name or UNIMOD accession. */
const SHIFTS: Readonly<Record<string, number>> = {
  ox: 16,
  oxidation: 16,
  'unimod:35': 16,
  ac: 42,
  acetyl: 42,
  'unimod:1': 42,
  ph: 80,
  phospho: 80,
  'unimod:21': 80,
  de: 1,
  deamidated: 1,
  deamidation: 1,
  'unimod:7': 1,
  cam: 57,
  carbamidomethyl: 57,
  'unimod:4': 57,
  gl: -17,
  'gln->pyro-glu': -17,
  'unimod:28': -17,
  methyl: 14,
  'unimod:34': 14,
}

/** Nominal residue masses, for tools that write the mass of the modified residue (`M[147]`, `n[43]`). */
const RESIDUES: Readonly<Record<string, number>> = {
  A: 71,
  R: 156,
  N: 114,
  D: 115,
  C: 103,
  E: 129,
  Q: 128,
  G: 57,
  H: 137,
  I: 113,
  L: 113,
  K: 128,
  M: 131,
  F: 147,
  P: 97,
  S: 87,
  T: 101,
  W: 186,
  Y: 163,
  V: 99,
  U: 151,
  n: 1,
  c: 17,
}

function shiftOf(text: string, residue: string): string {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/^u:/, 'unimod:')
    .replace(/\s*\(.*$/, '')
  const known = SHIFTS[name]
  if (known !== undefined) return String(known)
  const mass = Number(name)
  if (!Number.isFinite(mass) || name === '') return name
  // A whole number above the residue is the mass of the modified residue.
  const base = RESIDUES[residue]
  const whole = /^\d+$/.test(name) && base !== undefined && mass > base
  return String(Math.round(whole ? mass - base : mass))
}

/**
 * Returns one spelling of a peptide: without flanking residues (`K.PEPTIDE.R`, `-.PEPTIDE.-`) and underscores, with
 * modifications as nominal mass shifts (`M[16]` for `M(ox)`, `M(Oxidation (M))`, `M[UNIMOD:35]`, `M[15.99]`,
 * `M[147]`). Carbamidomethylated cysteine is plain C, because it is a fixed modification that half of the tools leave
 * out. Returns undefined for text that is not a peptide.
 */
export function normalisePeptide(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const flanked = /^[A-Z_-]*\.(.+)\.[A-Z_-]*$/i.exec(text)
  const body = (flanked?.[1] ?? text).replaceAll(/^_+|_+$/g, '').replace(/\/\d+$/, '')
  let result = ''
  for (let at = 0; at < body.length; ) {
    const char = body[at]!
    if (char === '(' || char === '[' || char === '{') {
      const end = closing(body, at)
      if (end < 0) return undefined
      const residue = /[A-Za-z]$/.exec(result)?.[0] ?? 'n'
      const shift = shiftOf(body.slice(at + 1, end), residue)
      if (!(residue === 'C' && shift === '57')) result += `[${shift}]`
      at = end + 1
      continue
    }
    if (char === '-' || char === '_' || char === '.') {
      at += 1
      continue
    }
    if (!/[A-Znc]/.test(char)) return undefined
    result += char
    at += 1
  }
  return /[A-Z]{2}|[A-Z]\[/.test(result) ? result : undefined
}

function closing(text: string, start: number): number {
  let depth = 0
  for (let i = start; i < text.length; i += 1) {
    if ('([{'.includes(text[i]!)) depth += 1
    else if (')]}'.includes(text[i]!)) {
      depth -= 1
      if (depth === 0) return i
    }
  }
  return -1
}

/** Prefixes and suffixes by which search engines mark decoy proteins. */
const DECOY_PROTEIN =
  /^(?:rev_+|reverse_|decoy_|xxx_|rnd_|random_|shuffle_|#+rev#*|con_+rev_|revp_)|_(?:decoy|reversed?)$/i

/** Whether all proteins of a peptide are decoys. */
export function onlyDecoys(proteins: readonly string[]): boolean {
  return proteins.length > 0 && proteins.every((name) => DECOY_PROTEIN.test(name))
}

/** Returns the names in a cell of proteins: separated by `;`, `,`, `|`-free, or a Python list. */
export const proteinNames = (cell: string | undefined): string[] =>
  cell === undefined
    ? []
    : cell
        .replaceAll(/^\[|\]$/g, '')
        .split(/[;,\t]/)
        .map((name) => name.trim().replaceAll(/^['"]|['"]$/g, ''))
        .filter((name) => name !== '')
