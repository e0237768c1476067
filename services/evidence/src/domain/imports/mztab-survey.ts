import { Refusal } from '../refusal.ts'
import { present, splitCells } from './cells.ts'
import { type Measure, measureCards, readParameter } from './mztab-measures.ts'
import { scaleCounter } from './scales.ts'

/** Formats of spectrum ids by accession (PSI-MS). Only these are checked. */
const NATIVE_IDS: Readonly<Record<string, RegExp>> = {
  'MS:1000768': /^controllerType=\d+ controllerNumber=\d+ scan=\d+$/,
  'MS:1000769': /^function=\d+ process=\d+ scan=\d+$/,
  'MS:1000770': /^sample=\d+ period=\d+ cycle=\d+ experiment=\d+$/,
  'MS:1000771': /^scan=\d+$/,
  'MS:1000772': /^scan=\d+$/,
  'MS:1000774': /^index=\d+$/,
  'MS:1000776': /^scan=\d+$/,
  'MS:1000777': /^spectrum=\d+$/,
}

/** Number of ids up to which references are checked; a larger file is read without the check. */
const MAX_CHECKED_IDS = 2_000_000

const broken = (message: string, field: string, provided: string): Refusal =>
  new Refusal('FUZZY_EVIDENCE_VALIDATION_ERROR', `The mzTab-M file contradicts itself: ${message}`, {
    field,
    issue: message,
    provided: provided.slice(0, 80),
  })

const references = (cell: string | undefined): string[] =>
  (present(cell) ?? '')
    .split(/[|,]/)
    .map((text) => text.trim())
    .filter((text) => text !== '' && text.toLowerCase() !== 'null')

interface Reference {
  readonly from: string
  readonly line: number
}

/** References of one section to the ids of another. */
class References {
  readonly ids = new Set<string>()
  readonly wanted = new Map<string, Reference>()
  header: readonly string[] | undefined

  missing(): readonly [string, Reference] | undefined {
    if (this.ids.size > MAX_CHECKED_IDS || this.wanted.size > MAX_CHECKED_IDS) return undefined
    for (const entry of this.wanted) if (!this.ids.has(entry[0])) return entry
    return undefined
  }

  want(ids: readonly string[], from: string, line: number): void {
    if (this.wanted.size > MAX_CHECKED_IDS) return
    for (const id of ids) if (!this.wanted.has(id)) this.wanted.set(id, { from, line })
  }

  add(id: string | undefined): void {
    if (id !== undefined && this.ids.size <= MAX_CHECKED_IDS) this.ids.add(id)
  }
}

/** Checks that the spectra of one run are named in one way, the declared one if any is. */
function spectrumCheck() {
  const declared = new Set<string>()
  const formats = new Map<string, RegExp>()
  const good = new Set<string>()
  const bad = new Map<string, string>()
  return {
    metadata(key: string, value: string): void {
      const run = /^ms_run\[(\d+)\]/.exec(key)?.[1]
      if (run === undefined) return
      declared.add(run)
      const format = NATIVE_IDS[readParameter(value).accession ?? '']
      if (key.endsWith('-id_format') && format) formats.set(run, format)
    },
    reference(cell: string | undefined, line: number): void {
      for (const text of references(cell)) {
        const [, run, id] = /^ms_run\[(\d+)\]:(.*)$/.exec(text) ?? []
        if (run === undefined || id === undefined) continue
        if (declared.size > 0 && !declared.has(run))
          throw broken(
            `line ${line} refers to ms_run[${run}], which the file does not declare.`,
            'spectra_ref',
            text,
          )
        const format = formats.get(run)
        if (!format) continue
        if (format.test(id.trim())) good.add(run)
        else if (!bad.has(run)) bad.set(run, `line ${line} refers to the spectrum "${text}"`)
        const message = bad.get(run)
        // A run whose ids all differ from the declared format has a wrong declaration; a mixture is a wrong reference.
        if (good.has(run) && message !== undefined)
          throw broken(
            `${message}, which is not in the id format that ms_run[${run}] declares and its other references use.`,
            'spectra_ref',
            text,
          )
      }
    },
  }
}

/** First pass over an mzTab-M file: checks its references and finds the scales of its scores. */
export function mzTabSurvey() {
  let line = 0
  const measures: Record<string, Measure> = {}
  const features = new References()
  const evidence = new References()
  const spectra = spectrumCheck()
  const scales = scaleCounter()
  let summary: readonly string[] | undefined
  let cards: ReturnType<typeof measureCards> | undefined

  function evidenceRow(cells: readonly string[], header: readonly string[]): void {
    evidence.add(present(cells[header.indexOf('SME_ID')]))
    spectra.reference(cells[header.indexOf('spectra_ref')], line)
    cards ??= measureCards(measures)
    header.forEach((name, i) => {
      const number = /^id_confidence_measure\[(\d+)\]$/.exec(name)?.[1]
      const card = number === undefined ? undefined : cards!.get(number)
      const text = card?.scaleOfFile ? present(cells[i]) : undefined
      if (card && text !== undefined) scales.add(card, Number(text))
    })
  }

  return {
    line(text: string, number: number): void {
      line = number
      const [prefix, ...cells] = splitCells(text, '\t')
      const names = () => cells.map((name) => name.trim())
      if (prefix === 'MTD') {
        const [key = '', value = ''] = cells
        spectra.metadata(key, value)
        const number = /^id_confidence_measure\[(\d+)\]$/.exec(key)?.[1]
        if (number !== undefined) measures[number] = readParameter(value)
      } else if (prefix === 'SMH') summary = names()
      else if (prefix === 'SFH') features.header = names()
      else if (prefix === 'SEH') evidence.header = names()
      else if (prefix === 'SML' && summary) {
        features.want(
          references(cells[summary.indexOf('SMF_ID_REFS')]),
          `SML ${cells[summary.indexOf('SML_ID')]}`,
          line,
        )
      } else if (prefix === 'SMF' && features.header) {
        const id = present(cells[features.header.indexOf('SMF_ID')])
        features.add(id)
        evidence.want(references(cells[features.header.indexOf('SME_ID_REFS')]), `SMF ${id}`, line)
      } else if (prefix === 'SME' && evidence.header) evidenceRow(cells, evidence.header)
    },
    /** Returns the scales. Refuses a file with references that lead nowhere. */
    end(): Record<string, number> {
      const lost = features.header ? features.missing() : undefined
      if (lost)
        throw broken(
          `${lost[1].from} in line ${lost[1].line} refers to feature (SMF) ${lost[0]}, which the file does not have.`,
          'SMF_ID_REFS',
          lost[0],
        )
      const gone = evidence.missing()
      if (gone)
        throw broken(
          `${gone[1].from} in line ${gone[1].line} refers to evidence (SME) ${gone[0]}, which the file does not have.`,
          'SME_ID_REFS',
          gone[0],
        )
      return scales.scales()
    },
  }
}
