import { AsyncResource } from 'node:async_hooks'

/** Line of requests that were read and not begun yet. */
export interface TurnLine {
  /** Puts a request at the end of the line. `begin` is called in its turn, in the async context of this call. */
  push(begin: () => void): void
  /** Notes that a connection was accepted in this turn of the event loop. */
  accepted(): void
}

/** Connections that are accepted before a request is begun. An accept costs a small part of what a request does. */
const ACCEPTS = 8

/**
 * Begins one request per turn of the event loop. Node accepts one connection per turn (libuv 1.45), and a turn lasts as long
 * as all the requests that are begun in it: without the line, new connections wait in the kernel, where the process does not
 * see them. With it every turn is short, what waits has been read, and admission can count it. While connections arrive,
 * up to eight are accepted before the next request is begun.
 */
export function turnLine(afterTurn: (callback: () => void) => void = setImmediate): TurnLine {
  const line: { readonly context: AsyncResource; readonly begin: () => void }[] = []
  let moving = false
  let isAccepting = false
  let accepts = 0
  const move = (): void => {
    if (isAccepting && accepts < ACCEPTS) {
      isAccepting = false
      accepts += 1
      afterTurn(move)
      return
    }
    isAccepting = false
    accepts = 0
    const next = line.shift()
    moving = line.length > 0
    if (moving) afterTurn(move)
    next?.context.runInAsyncScope(next.begin)
  }
  return {
    push(begin) {
      // Costs a tenth of what AsyncResource.bind does.
      line.push({ context: new AsyncResource('TurnLine'), begin })
      if (moving) return
      moving = true
      afterTurn(move)
    },
    accepted() {
      isAccepting = true
    },
  }
}
