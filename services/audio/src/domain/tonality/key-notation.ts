import { camelotName, type Key, keyName } from './find-key.ts'

const ALL: readonly Key[] = Array.from({ length: 24 }, (_, i) => ({
  tonic: i % 12,
  mode: i < 12 ? 'major' : 'minor',
}))

/** Returns the name in open key notation, such as "1m" for A minor: the Camelot wheel turned by seven. */
export function openKeyName(key: Key): string {
  const camelot = Number.parseInt(camelotName(key), 10)
  return `${((camelot + 4) % 12) + 1}${key.mode === 'minor' ? 'm' : 'd'}`
}

/** Returns the place of a key when keys are sorted by the Camelot wheel, 0 (1A) to 23 (12B). */
export const wheelPlace = (key: Key): number =>
  (Number.parseInt(camelotName(key), 10) - 1) * 2 + (key.mode === 'major' ? 1 : 0)

const STEPS: Readonly<Record<string, number>> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 }
const NAME = /^([a-g])([#♯b♭]?)\s*(m|min|minor|maj|major)?$/

const BY_CODE = new Map(
  ALL.flatMap((key) => [camelotName(key), openKeyName(key)].map((code) => [code.toLowerCase(), key])),
)

/**
 * Returns the key of a text in any common notation: "C# minor", "Dbm", "F", Camelot "12A" or open key "5m". Case does
 * not matter. Returns undefined for any other text.
 */
export function readKey(text: string): Key | undefined {
  const plain = text.trim().toLowerCase()
  const coded = BY_CODE.get(plain)
  if (coded) return coded
  const [, letter, accidental, mode] = NAME.exec(plain) ?? []
  if (letter === undefined) return undefined
  const shift = accidental === '' ? 0 : accidental === '#' || accidental === '♯' ? 1 : -1
  return {
    tonic: (STEPS[letter]! + shift + 12) % 12,
    mode: mode?.startsWith('m') && !mode.startsWith('maj') ? 'minor' : 'major',
  }
}

/** Returns a key in all notations. */
export const keyInAllNotations = (key: Key) => ({
  name: keyName(key),
  camelot: camelotName(key),
  openKey: openKeyName(key),
})
