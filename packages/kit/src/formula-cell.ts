/** Characters that make a spreadsheet take a cell for a formula, their full-width forms included (OWASP, CSV Injection). */
const STARTS_FORMULA = '=+-@\t\r\n＝＋－＠'
/** A number, or a lone sign such as the dash that stands for "missing": neither can do anything. */
const HARMLESS = /^[+-](?:[\d.,]+(?:[eE][+-]?\d+)?)?$/

/**
 * Puts an apostrophe before a cell that a spreadsheet would take for a formula. Every other cell and every number stays
 * as it is. https://owasp.org/www-community/attacks/CSV_Injection
 */
export const escapeFormula = (cell: string): string =>
  cell !== '' && STARTS_FORMULA.includes(cell[0]!) && !HARMLESS.test(cell) ? `'${cell}` : cell
