import type { Section } from './label-sections.ts'

/** Section whose sound is compared with others. */
export interface ComparableSection extends Pick<Section, 'label'> {
  /** Difference to another section of the same list, 0 for the same sound; 1 is clearly another. */
  readonly differs: (other: number) => number
}

/** Returns A to Z, then AA, AB and so on. */
const letters = (number: number): string =>
  (number >= 26 ? letters(Math.floor(number / 26) - 1) : '') + String.fromCharCode(65 + (number % 26))

/**
 * Groups sections by their sound: the two most similar groups are joined until the sections of any two differ by at
 * least 1 on average (average linkage; Sokal and Michener, A statistical method for evaluating systematic
 * relationships, 1958). Returns the group of each, numbered by first appearance.
 */
function groupsOf(sections: readonly ComparableSection[], members: readonly number[]): Map<number, number> {
  const groups = members.map((member) => [member])
  const between = (a: readonly number[], b: readonly number[]): number => {
    let sum = 0
    for (const i of a) for (const j of b) sum += sections[i]!.differs(j)
    return sum / (a.length * b.length)
  }
  for (;;) {
    let best = { difference: 1, a: -1, b: -1 }
    for (let a = 0; a < groups.length; a++) {
      for (let b = a + 1; b < groups.length; b++) {
        const difference = between(groups[a]!, groups[b]!)
        if (difference < best.difference) best = { difference, a, b }
      }
    }
    if (best.a < 0) break
    groups[best.a]!.push(...groups[best.b]!)
    groups.splice(best.b, 1)
  }
  const order = groups.toSorted((a, b) => Math.min(...a) - Math.min(...b))
  return new Map(order.flatMap((group, number) => group.map((member) => [member, number] as const)))
}

/**
 * Returns a name for each section that no other section of the track has: `intro` and `outro`; builds, drops and breaks
 * with their number (`drop 2`); the rest with a letter for its sound and a number (`A 1`, `B 1`, `A 2`: the third
 * sounds like the first). A letter says that sections are alike, not what they are in the form of a song.
 */
export function nameSections(sections: readonly ComparableSection[]): string[] {
  const plain = sections.flatMap(({ label }, i) => (label === 'main' ? [i] : []))
  const groups = groupsOf(sections, plain)
  const counts = new Map<string, number>()
  return sections.map(({ label }, i) => {
    const group = groups.get(i)
    const name = group === undefined ? label : letters(group)
    if (name === 'intro' || name === 'outro') return name
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return `${name} ${count}`
  })
}
