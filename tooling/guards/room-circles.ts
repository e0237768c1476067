/** One import between two files, as paths from the root of the repository. */
export interface Import {
  readonly from: string
  readonly to: string
}

const ROOM = /^(services\/[^/]+\/src\/domain\/[^/]+)\/(?!.*\.test\.tsx?$)/

/**
 * Finds imports that close a circle between rooms, the folders directly below a domain. Files at the root of a domain and
 * tests belong to no room. Returns every import from one room to another that leads back to the first.
 */
export function roomCircles(imports: readonly Import[]): Import[] {
  const between = imports.flatMap(({ from, to }) => {
    const [source, target] = [ROOM.exec(from)?.[1], ROOM.exec(to)?.[1]]
    return source && target && source !== target ? [{ from, to, source, target }] : []
  })
  const leadsTo = (start: string, end: string): boolean => {
    const seen = new Set([start])
    for (const room of seen) {
      if (room === end) return true
      for (const { source, target } of between) if (source === room) seen.add(target)
    }
    return false
  }
  return between.filter(({ source, target }) => leadsTo(target, source)).map(({ from, to }) => ({ from, to }))
}
