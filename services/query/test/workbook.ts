import { crc32, deflateRawSync } from 'node:zlib'

/** One file of an archive; `claims` is the unpacked size that its header states. */
interface Part {
  readonly name: string
  readonly content: string | Uint8Array
  readonly claims?: number
  readonly stored?: boolean
}

/** Packs parts into a ZIP archive. */
export function zip(parts: readonly Part[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claims, stored = false } of parts) {
    const raw = Buffer.from(content as string)
    const packed = stored ? raw : deflateRawSync(raw)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(stored ? 0 : 8, 8)
    head.writeUInt32LE(crc32(raw), 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(claims ?? raw.length, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    head.copy(entry, 6, 4, 30)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    files.push(head, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    offset += head.length + name.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, listed, end])
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** Writes a workbook as spreadsheets do: texts are shared, numbers are not, empty cells are left out. */
export function workbook(rows: readonly (readonly (string | number | null)[])[]): Buffer {
  const texts = [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))]
  const shared = texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')
  const cell = (value: string | number | null, row: number, column: number) => {
    if (value === null) return ''
    const r = `r="${letters(column)}${row + 1}"`
    return typeof value === 'number'
      ? `<c ${r}><v>${value}</v></c>`
      : `<c ${r} t="s"><v>${texts.indexOf(value)}</v></c>`
  }
  const sheet = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((value, column) => cell(value, row, column)).join('')}</row>`,
  )
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  return zip([
    { name: '[Content_Types].xml', content: `${head}<Types/>` },
    { name: 'xl/workbook.xml', content: `${head}<workbook/>` },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${head}<worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`,
    },
    { name: 'xl/sharedStrings.xml', content: `${head}<sst>${shared}</sst>` },
  ])
}
