/** One record of a table: its cells, or what is wrong with it. */
export type CsvRecord = { readonly cells: readonly string[] } | { readonly problem: string }

/** Characters that separate cells; a comma unless the table says otherwise. */
const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

const END_OF_LINE = /\r\n|\n|\r/g
const ENDS_OF_CELL: Readonly<Record<Delimiter, RegExp>> = {
  ',': /[,\r\n]/g,
  ';': /[;\r\n]/g,
  '\t': /[\t\r\n]/g,
  '|': /[|\r\n]/g,
}

/** Returns the delimiter of a header line: the one that occurs most often outside quotation marks. */
export function sniffDelimiter(line: string): Delimiter {
  const counts = new Map<string, number>()
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return DELIMITERS.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best))
}

const find = (pattern: RegExp, text: string, from: number): { at: number; after: number } | undefined => {
  pattern.lastIndex = from
  const match = pattern.exec(text)
  return match ? { at: match.index, after: match.index + match[0].length } : undefined
}

/** What reading one record came to; `after` is where the next begins. Undefined: the text ends within the record. */
type Reading = (CsvRecord & { readonly after: number }) | undefined

/**
 * Reads CSV (RFC 4180; ends of lines may be mixed) piece by piece, holding no more than one record. A broken record is
 * one problem, and reading goes on at the next line. Written here because csv-parse 7, told to skip records that are too
 * long, drops the rest of its buffer with them: sound rows would be lost without a word.
 */
export function csvRecords(
  maxCharacters: number,
  delimiter: Delimiter = ',',
): (text: string, atEnd?: boolean) => Generator<CsvRecord, void, undefined> {
  const endOfCell = ENDS_OF_CELL[delimiter]
  let rest = ''
  let skipping = false

  const tooLong = `the line is longer than ${maxCharacters} characters`
  const broken = (text: string, from: number, problem: string): Reading => {
    const end = find(END_OF_LINE, text, from)
    return end && { problem, after: end.after }
  }

  /** A record with quotation marks in it. */
  function quotedRecord(text: string, start: number, atEnd: boolean): Reading {
    const cells: string[] = []
    for (let i = start; ; ) {
      if (text[i] === '"') {
        let close = text.indexOf('"', i + 1)
        while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
        if (close < 0 || (close === text.length - 1 && !atEnd))
          return atEnd ? broken(text, start, 'a quotation mark is opened and not closed') : undefined
        cells.push(text.slice(i + 1, close).replaceAll('""', '"'))
        i = close + 1
      } else {
        const end = find(endOfCell, text, i)?.at ?? text.length
        const cell = text.slice(i, end)
        if (cell.includes('"'))
          return broken(text, i, 'a quotation mark stands inside a cell that does not begin with one')
        cells.push(cell)
        i = end
      }
      if (i >= text.length) return atEnd ? { cells, after: i } : undefined
      if (text[i] === delimiter) i++
      else {
        const end = find(END_OF_LINE, text, i)
        if (end?.at !== i) return broken(text, i, 'something follows a closing quotation mark')
        return end.after === text.length && text[i] === '\r' && !atEnd
          ? undefined
          : { cells, after: end.after }
      }
    }
  }

  return function* (piece, atEnd = false) {
    // A last line without an end is given one, so that all lines are alike.
    const text = rest + piece + (atEnd ? '\n' : '')
    let quote = text.indexOf('"')
    let at = 0
    rest = ''
    while (at < text.length) {
      const line = find(END_OF_LINE, text, at)
      if (skipping) {
        if (!line) return
        skipping = false
        at = line.after
        continue
      }
      if (quote >= 0 && quote < at) quote = text.indexOf('"', at)
      const plain = line && (quote < 0 || quote > line.at)
      const torn = line && text[line.at] === '\r' && line.after === text.length && !atEnd
      let reading: Reading
      if (plain && !torn) reading = { cells: text.slice(at, line.at).split(delimiter), after: line.after }
      else if (line && !plain) reading = quotedRecord(text, at, atEnd)
      if (reading === undefined && text.length - at <= maxCharacters && !atEnd) {
        rest = text.slice(at)
        return
      }
      if (reading === undefined || reading.after - at > maxCharacters) {
        yield { problem: tooLong }
        // A quotation mark that is never closed swallows lines that are sound: reading goes on after the first.
        if (!line) skipping = true
        at = line?.after ?? text.length
        continue
      }
      at = reading.after
      if ('problem' in reading) yield { problem: reading.problem }
      else if (reading.cells.length > 1 || reading.cells[0] !== '') yield { cells: reading.cells }
    }
  }
}
