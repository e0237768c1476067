import { sha256 } from './sha256.ts'

const FULL_KEY = /^(?:InChIKey[=:])?([A-Z]{14})-([A-Z]{10})-([A-Z])$/i
const FIRST_BLOCK = /^(?:InChIKey[=:])?([A-Z]{14})$/i
/** Standard InChI with or without its prefix; tools leave the prefix or add quotes. */
const STANDARD_INCHI = /^"*\s*(?:InChI=)?1S\/([^"]+?)\s*"*$/i

/** Returns the InChIKey in upper case, full or its first block alone; undefined if the text is neither. */
export function readInchikey(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const full = FULL_KEY.exec(text)
  if (full) return `${full[1]}-${full[2]}-${full[3]}`.toUpperCase()
  return FIRST_BLOCK.exec(text)?.[1]?.toUpperCase()
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Three letters for 14 bits: AAA…ZZZ without E?? and without TAA…TTV, which leaves 2^14. */
const TRIPLETS: readonly string[] = [...LETTERS].flatMap((a) =>
  a === 'E'
    ? []
    : [...LETTERS].flatMap((b) => [...LETTERS].map((c) => a + b + c)).filter((t) => t < 'TAA' || t > 'TTV'),
)

/** Layers that the first block is the hash of: formula, connections, hydrogens, charge. */
const SKELETON_LAYERS = new Set(['c', 'h', 'q'])

/**
 * Computes the first block of the InChIKey from a standard InChI: SHA-256 of the skeleton layers in base 26 (Heller
 * et al., Journal of Cheminformatics 7 (2015) 23). Returns undefined for other text.
 */
export function firstBlockOfInchi(text: string | undefined): string | undefined {
  const body = text === undefined ? undefined : STANDARD_INCHI.exec(text)?.[1]
  if (body === undefined || !/^[\x20-\x7e]+$/.test(body)) return undefined
  const [formula, ...layers] = body.split('/')
  const kept = [formula]
  for (const layer of layers) {
    if (layer[0] === 'p') continue
    if (!SKELETON_LAYERS.has(layer[0] ?? '')) break
    kept.push(layer)
  }
  const digest = sha256(kept.join('/'))
  let bits = 0n
  for (let i = 8; i >= 0; i -= 1) bits = (bits << 8n) | BigInt(digest[i]!)
  let block = ''
  for (let i = 0n; i < 4n; i += 1n) block += TRIPLETS[Number((bits >> (14n * i)) & 0x3fffn)]
  const rest = Number((bits >> 56n) & 0x1ffn)
  return block + LETTERS[Math.floor(rest / 26)] + LETTERS[rest % 26]
}
