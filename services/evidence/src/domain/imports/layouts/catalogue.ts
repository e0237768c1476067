import type { TableLayout } from '../layout.ts'
import { matchms, ms2query, xmsannotator } from './annotation.ts'
import { gnps } from './gnps.ts'
import { isdb } from './isdb.ts'
import { msdialLayouts, msfinderLayouts } from './msdial.ts'
import { mzmine, mzmineQuant } from './mzmine.ts'
import { proteomicsLayouts } from './proteomics.ts'
import { canopus, siriusDeNovo, siriusFormulas, siriusStructures } from './sirius.ts'

/** All table layouts. The first that fits a header is taken, so special ones come before general ones. */
export const TABLE_LAYOUTS: readonly TableLayout[] = [
  gnps,
  siriusDeNovo,
  siriusStructures,
  canopus,
  siriusFormulas,
  isdb,
  ...msdialLayouts,
  ...msfinderLayouts,
  ms2query,
  xmsannotator,
  ...proteomicsLayouts,
  mzmine,
  mzmineQuant,
  matchms,
]

const byId = new Map(TABLE_LAYOUTS.map((layout) => [layout.id, layout]))

/** Returns the layout with an id. */
export function layoutOf(id: string): TableLayout {
  const layout = byId.get(id)
  if (!layout) throw new Error(`there is no table layout ${id}`)
  return layout
}
