import { invalid } from '../refusal.ts'
import { unstorableText } from './storable-text.ts'

/** Maximum length of an identifier; it must also fit into a path. */
export const MAX_MOLECULE_ID_CHARACTERS = 100

interface Namespace {
  /** Prefix of the compact identifier, as in identifiers.org. */
  readonly prefix: string
  /** Other prefixes in use, in lower case. */
  readonly synonyms: readonly string[]
  /** Pattern of an accession without prefix, case-insensitive. */
  readonly accession: RegExp
  /** Returns the canonical spelling of an accession. */
  readonly normalise: (accession: string) => string
  /** Whether an accession without prefix is unambiguous. */
  readonly bare: boolean
}

const upper = (text: string) => text.toUpperCase()
const withoutLeadingZeros = (text: string) => text.replace(/^0+(?=\d)/, '')

/**
 * Namespaces of molecules and their accession patterns, from the identifiers.org registry (Wimalaratne et al.,
 * "Uniform resolution of compact identifiers for biomedical data", Scientific Data 5 (2018) 180029).
 */
const NAMESPACES: readonly Namespace[] = [
  {
    prefix: 'CHEBI',
    synonyms: ['chebi'],
    accession: /^\d+$/,
    normalise: withoutLeadingZeros,
    bare: false,
  },
  {
    prefix: 'hmdb',
    synonyms: ['hmdb'],
    accession: /^HMDB\d{1,7}$/i,
    // HMDB version 4 extended the accessions from five to seven digits: HMDB00122 is HMDB0000122.
    normalise: (text) => `HMDB${text.slice(4).padStart(7, '0')}`,
    bare: true,
  },
  {
    prefix: 'pubchem.compound',
    synonyms: ['pubchem.compound', 'pubchem', 'cid'],
    accession: /^\d+$/,
    normalise: withoutLeadingZeros,
    bare: false,
  },
  {
    prefix: 'kegg.compound',
    synonyms: ['kegg.compound', 'kegg', 'cpd'],
    accession: /^C\d{5}$/i,
    normalise: upper,
    bare: false,
  },
  {
    prefix: 'uniprot',
    synonyms: ['uniprot', 'uniprotkb'],
    // https://www.uniprot.org/help/accession_numbers
    accession: /^([OPQ]\d[A-Z\d]{3}\d|[A-NR-Z]\d([A-Z][A-Z\d]{2}\d){1,2})(-\d+)?$/i,
    normalise: upper,
    bare: true,
  },
  {
    prefix: 'inchikey',
    synonyms: ['inchikey'],
    accession: /^[A-Z]{14}-[A-Z]{10}-[A-Z]$/i,
    normalise: upper,
    bare: true,
  },
  {
    prefix: 'chembl.compound',
    synonyms: ['chembl.compound', 'chembl'],
    accession: /^CHEMBL\d+$/i,
    normalise: upper,
    bare: true,
  },
  {
    prefix: 'drugbank',
    synonyms: ['drugbank'],
    accession: /^DB\d{5}$/i,
    normalise: upper,
    bare: false,
  },
  {
    prefix: 'lipidmaps',
    synonyms: ['lipidmaps'],
    accession: /^LM(FA|GL|GP|SP|ST|PR|SL|PK)[0-9A-Z]{4,10}$/i,
    normalise: upper,
    bare: true,
  },
  {
    prefix: 'cas',
    synonyms: ['cas'],
    accession: /^\d{2,7}-\d{2}-\d$/,
    normalise: (text) => text,
    bare: false,
  },
]

/** Resolver URLs with a compact identifier in the path. */
const ADDRESS = /^(?:https?:\/\/)?(?:www\.)?(?:identifiers\.org|bioregistry\.io|n2t\.net)\/(.+)$/i
/** Permanent URLs of OBO: …/obo/CHEBI_15377. */
const OBO_ADDRESS = /^https?:\/\/purl\.obolibrary\.org\/obo\/([A-Za-z]+)_(\w+)$/

const byPrefix = new Map(NAMESPACES.flatMap((space) => space.synonyms.map((name) => [name, space] as const)))

function compact(prefix: string, accession: string): string | undefined {
  const space = byPrefix.get(prefix.toLowerCase())
  if (!space) return undefined
  // "chebi/CHEBI:15377" and "CID:CID702" repeat the prefix before the accession.
  const repeated = new RegExp(
    `^(?:${space.synonyms.map((name) => name.replace('.', '\\.')).join('|')}):?`,
    'i',
  )
  for (const candidate of [accession, accession.replace(repeated, '')]) {
    if (space.accession.test(candidate)) return `${space.prefix}:${space.normalise(candidate)}`
  }
  throw invalid('molecule_id', `is not an accession of ${space.prefix}`, `${prefix}:${accession}`)
}

function known(text: string): string | undefined {
  const inchikey = /^InChIKey=(.+)$/i.exec(text)?.[1]
  if (inchikey !== undefined) return compact('inchikey', inchikey)
  const colon = text.indexOf(':')
  if (colon > 0) return compact(text.slice(0, colon), text.slice(colon + 1).trim())
  const cid = /^CID\s?(\d+)$/i.exec(text)?.[1]
  if (cid !== undefined) return compact('cid', cid)
  const space = NAMESPACES.find((candidate) => candidate.bare && candidate.accession.test(text))
  return space && `${space.prefix}:${space.normalise(text)}`
}

/**
 * Returns the spelling under which a molecule is stored. Recognised input (`chebi:15377`, `CID:702`, `HMDB00122`,
 * `P69905`, an InChIKey, an identifiers.org URL) becomes a compact identifier (CURIE) of identifiers.org. Any
 * other name of 1 to 100 characters, such as `MOL_12345`, is only trimmed. Idempotent.
 */
export function moleculeKey(input: string, field = 'molecule_id'): string {
  if (!input.isWellFormed()) throw invalid(field, 'must not contain half of a surrogate pair', input)
  const text = input.trim().normalize('NFC')
  if (text.length === 0) throw invalid(field, 'must not be empty', input)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are exactly what is refused.
  if (/[\u0000-\u001f\u007f]/.test(text)) throw invalid(field, 'must not contain control characters', input)
  const issue = unstorableText(text)
  if (issue !== undefined) throw invalid(field, issue, '…')
  const key = resolve(text) ?? text
  if (key.length <= MAX_MOLECULE_ID_CHARACTERS) return key
  throw invalid(field, `must have at most ${MAX_MOLECULE_ID_CHARACTERS} characters`, input)
}

function resolve(text: string): string | undefined {
  const obo = OBO_ADDRESS.exec(text)
  if (obo) return compact(obo[1]!, obo[2]!)
  const path = ADDRESS.exec(text)?.[1]
  if (path === undefined) return known(text)
  const slash = path.indexOf('/')
  return slash > 0 ? (compact(path.slice(0, slash), path.slice(slash + 1)) ?? known(path)) : known(path)
}
