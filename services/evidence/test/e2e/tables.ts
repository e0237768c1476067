import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const GNPS = ['#Scan#', 'Compound_Name', 'INCHI_AUX', 'Smiles', 'MQScore', 'MZErrorPPM', 'SharedPeaks']

/** Stands in for the shared tables where they are missing: library hits of two jobs as GNPS writes them. */
export function exampleTables(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'assay-tables-'))
  return ['one', 'two'].map((name, table) => {
    const lines = Array.from({ length: 60 }, (_, i) =>
      [
        i + 1,
        `compound ${i}`,
        'N/A',
        `C${'C'.repeat(i % 20)}O`,
        0.6 + ((i * 7 + table) % 40) / 100,
        i % 9,
        6 + (i % 9),
      ].join('\t'),
    )
    const path = join(folder, `example_${name}.tsv`)
    writeFileSync(path, `${[GNPS.join('\t'), ...lines].join('\n')}\n`)
    return path
  })
}
