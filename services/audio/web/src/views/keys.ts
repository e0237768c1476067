const MINOR = ['G#', 'Eb', 'Bb', 'F', 'C', 'G', 'D', 'A', 'E', 'B', 'F#', 'C#']
const MAJOR = ['B', 'F#', 'Db', 'Ab', 'Eb', 'Bb', 'F', 'C', 'G', 'D', 'A', 'E']

const openKey = (number: number, letter: string) => `${((number + 4) % 12) + 1}${letter}`

/** All keys in the order of the Camelot wheel, in the three notations that DJ software uses. */
export const KEYS: readonly { readonly camelot: string; readonly openKey: string; readonly name: string }[] =
  MINOR.flatMap((minor, i) => [
    { camelot: `${i + 1}A`, openKey: openKey(i + 1, 'm'), name: `${minor} minor` },
    { camelot: `${i + 1}B`, openKey: openKey(i + 1, 'd'), name: `${MAJOR[i]} major` },
  ])
