import { DRUMS } from './sound.ts'

/** A lane of the drawing: its name, and its place from the top in pixels. */
export interface Lane {
  readonly name: string
  readonly top: number
  readonly height: number
}

const HEIGHTS = {
  ruler: 22,
  sections: 24,
  wave: 150,
  ...(Object.fromEntries(DRUMS.map((drum) => [drum, 15])) as Record<(typeof DRUMS)[number], number>),
  key: 20,
  tempo: 20,
  curve: 54,
} as const
export type LaneName = keyof typeof HEIGHTS

/** Space between two lanes, in pixels. */
const GAP = 2

/** All lanes from the top to the bottom. */
export const LANES = Object.fromEntries(
  (Object.keys(HEIGHTS) as LaneName[]).map((name, i, names) => [
    name,
    {
      name,
      top: names.slice(0, i).reduce((sum, one) => sum + HEIGHTS[one] + GAP, 0),
      height: HEIGHTS[name],
    },
  ]),
) as Readonly<Record<LaneName, Lane>>

/** Height of the drawing, in pixels. */
export const LANES_HEIGHT = LANES.curve.top + LANES.curve.height
