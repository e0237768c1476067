/** Reads the chosen observations of an address. */
export const readChosen = (text: string | undefined): readonly string[] =>
  text === undefined || text === '' ? [] : text.split(',').map(decodePart)

/** Writes chosen observations as they stand in an address. */
export const writeChosen = (ids: Iterable<string>): string =>
  [...ids].map((id) => id.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',')

function decodePart(part: string): string {
  return part.replaceAll('%2C', ',').replaceAll('%25', '%')
}
