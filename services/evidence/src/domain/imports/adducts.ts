/** Formula pieces that tools write in more than one way, as their usual name. */
const PIECES: Readonly<Record<string, string>> = {
  H3N: 'NH3',
  H4N: 'NH4',
  HN4: 'NH4',
  C2H3N: 'ACN',
  CH3CN: 'ACN',
  CHO2H: 'FA',
  HCOOH: 'FA',
  CH2O2: 'FA',
}

/** Codes of ISDB (`pos_1_1proton`), as adducts. */
const CODES: Readonly<Record<string, string>> = {
  pos_1_1proton: '[M+H]+',
  pos_1_1sodium: '[M+Na]+',
  pos_1_1potassium: '[M+K]+',
  pos_1_1ammonium: '[M+NH4]+',
  neg_1_1proton: '[M-H]-',
}

interface Piece {
  readonly sign: '+' | '-'
  readonly count: number
  readonly formula: string
}

function readPieces(text: string): Piece[] | undefined {
  const pieces: Piece[] = []
  const pattern = /([+-])(\d*)([A-Z][A-Za-z0-9]*)/y
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex
    const [whole, sign, count, formula] = pattern.exec(text) ?? []
    if (whole === undefined || formula === undefined) return undefined
    pattern.lastIndex = at + whole.length
    pieces.push({ sign: sign as '+' | '-', count: Number(count || 1), formula: PIECES[formula] ?? formula })
  }
  return pieces
}

/** `+NH3+H` is the ammonium adduct. */
function joinAmmonium(pieces: readonly Piece[]): Piece[] {
  const plain = (formula: string) =>
    pieces.find((p) => p.formula === formula && p.sign === '+' && p.count === 1)
  const ammonia = plain('NH3')
  const proton = plain('H')
  if (!ammonia || !proton) return [...pieces]
  const rest = pieces.filter((piece) => piece !== ammonia && piece !== proton)
  return [...rest, { sign: '+', count: 1, formula: 'NH4' }]
}

const LIGHT = new Set(['H', 'Na', 'K', 'NH4', 'Li', 'Cl', 'FA', 'ACN'])

function spelling(text: string): string | undefined {
  const code = CODES[text.toLowerCase()]
  if (code !== undefined) return code
  const compact = text.replaceAll(/\s+/g, '')
  const match = /^\[?(\d*)M((?:[+-]\d*[A-Z][A-Za-z0-9]*)*)\]?;?(?:(\d*)([+-])|([+-])(\d+))?\*?$/.exec(compact)
  if (!match) return undefined
  const [, copies, body, before, signAfter, signBefore, after] = match
  const found = readPieces(body ?? '')
  if (!found) return undefined
  const pieces = joinAmmonium(found)
  // Ions first, losses after: M-H2O+H is M+H-H2O.
  const order = (piece: Piece) => (LIGHT.has(piece.formula) ? 0 : 2) + (piece.sign === '+' ? 0 : 1)
  pieces.sort((a, b) => order(a) - order(b) || (a.formula < b.formula ? -1 : 1))
  const inside = pieces.map((p) => `${p.sign}${p.count === 1 ? '' : p.count}${p.formula}`).join('')
  const sign = signAfter ?? signBefore ?? (/^-\d*H/.test(inside) || /\+(?:Cl|FA)/.test(inside) ? '-' : '+')
  const written = Number(before || after || 0)
  const charged = pieces
    .filter((piece) => /^(?:H|Na|K|NH4|Li)$/.test(piece.formula))
    .reduce((sum, piece) => sum + (piece.sign === '+' ? piece.count : -piece.count), 0)
  const charge = written || Math.max(1, Math.abs(charged))
  return `[${copies ?? ''}M${inside}]${charge === 1 ? '' : charge}${sign}`
}

/** Number of spellings that are remembered: a file has few adducts and many rows. */
const REMEMBERED = 500
const remembered = new Map<string, string | undefined>()

/**
 * Returns an adduct in one spelling: `[M+H]+` for `M+H`, `[M + H]+`, `[M+H]1+`, `M+H;1+`, `pos_1_1proton`;
 * `[M+NH4]+` for `[M + H3N + H]+`; `[M+H-H2O]+` for `M-H2O+H`. Returns undefined for text that is not an adduct, such
 * as a number.
 */
export function normaliseAdduct(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 100) return undefined
  if (remembered.has(text)) return remembered.get(text)
  const adduct = spelling(text)
  if (remembered.size < REMEMBERED) remembered.set(text, adduct)
  return adduct
}
