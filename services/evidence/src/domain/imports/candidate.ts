import { MAX_MOLECULE_ID_CHARACTERS, moleculeKey } from '../evidence/identifiers.ts'
import { Refusal } from '../refusal.ts'
import { shortHash } from './cells.ts'
import { firstBlockOfInchi, readInchikey } from './inchikey.ts'

/** What a row says about its candidate. */
export interface CandidateNames {
  readonly inchikey?: string | undefined
  readonly inchi?: string | undefined
  /** Database identifiers, best first. */
  readonly ids?: readonly string[] | undefined
  readonly smiles?: string | undefined
  readonly name?: string | undefined
  /** Name of a formula, class or peptide, already in its one spelling. */
  readonly key?: string | undefined
}

/** Molecule of a row: its id and, if known, its InChIKey or the first block. */
export interface CandidateId {
  readonly moleculeId: string
  readonly inchikey?: string
}

/** Characters that occur in SMILES; a name with spaces or a number is not one. */
const SMILES = /^[A-Za-z0-9@+\-[\]()=#$:/\\.%*]+$/

/** Whether a text can be SMILES: tools write names into this column. */
export const looksLikeSmiles = (text: string): boolean =>
  SMILES.test(text) &&
  /[CNOPSFIcnops[]/.test(text) &&
  !/[DEGJLMQTUVWXYZ]|[a-z]{4}|^\d/.test(text.replaceAll(/\[[^\]]*\]|Br|Cl/g, ''))

/** Shortens a name to the length of a molecule id; a hash keeps different names apart. */
function shortened(name: string): string {
  if (name.length <= MAX_MOLECULE_ID_CHARACTERS) return name
  return `${name.slice(0, MAX_MOLECULE_ID_CHARACTERS - 9).toWellFormed()}~${shortHash(name)}`
}

function keyOf(text: string): string | undefined {
  const clean = text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
  if (clean === '') return undefined
  try {
    return moleculeKey(shortened(clean))
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Databases whose identifiers name one molecule across files; others name an entry of a local library. */
const PUBLIC_ID =
  /^(?:CHEBI|hmdb|pubchem\.compound|kegg\.compound|chembl\.compound|drugbank|lipidmaps|cas|uniprot):/

const NO_ID = /(?:^|:)(?:null|n\/?a|none|unknown)?$/i

/**
 * Names the candidate of a row by the best of what is there: InChIKey, first block of the InChIKey (also computed from
 * the InChI), public database identifier, other identifier, name, SMILES. Returns undefined if there is nothing.
 */
export function candidateId(names: CandidateNames): CandidateId | undefined {
  if (names.key !== undefined) {
    const key = keyOf(names.key)
    return key === undefined ? undefined : { moleculeId: key }
  }
  const inchikey = readInchikey(names.inchikey) ?? firstBlockOfInchi(names.inchi)
  if (inchikey !== undefined) {
    return { moleculeId: inchikey.length > 14 ? `inchikey:${inchikey}` : inchikey, inchikey }
  }
  const ids = (names.ids ?? []).filter((id) => !NO_ID.test(id)).flatMap((id) => keyOf(id) ?? [])
  const id = ids.find((text) => PUBLIC_ID.test(text)) ?? ids[0]
  const text =
    id ??
    (names.name === undefined ? undefined : keyOf(names.name)) ??
    (names.smiles === undefined ? undefined : keyOf(names.smiles))
  return text === undefined ? undefined : { moleculeId: text }
}

/** Names that tools write where they identified nothing. */
const NOT_IDENTIFIED =
  /^(?:unknown\b|unidentified\b|unsettled\b|low score:|no ms2:|w\/o ms2:|without ms2:|riken\b.*\bID-\d+|no match\b|not? (?:hit|id|annotation)\b)/i

/** Returns why a name is not an annotation, or undefined if it is one. */
export function notAnnotated(name: string | undefined): string | undefined {
  if (name === undefined || !NOT_IDENTIFIED.test(name)) return undefined
  const label = /^(?:low score|no ms2|w\/o ms2|without ms2)/i.exec(name)?.[0]
  return label === undefined
    ? 'the name says that the tool identified nothing'
    : `the tool marks the name with "${label.toLowerCase()}", so it is not an annotation`
}
