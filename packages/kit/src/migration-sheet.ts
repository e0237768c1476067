import { jsonLine, type Sheet } from './sheet.ts'

/** How `migrate` prints the names of the migrations that it applied. */
export const migrationSheet: Sheet<readonly string[], string> = {
  row: 'one applied migration',
  columns: { migration: ['name of the migration', (migration) => migration] },
  rows: (applied) => applied,
  json: (applied) => jsonLine({ applied }),
  text: (applied) => (applied.length > 0 ? `applied ${applied.join(', ')}\n` : 'nothing to apply\n'),
}
