/** Files that are sent, and files that could not be. */
export interface UploadState {
  /** Files that are not sent yet; the first one is on its way. */
  readonly left: readonly File[]
  readonly failed: readonly { readonly file: File; readonly error: Error }[]
}

/**
 * Sends files one after the other, whatever view is open. Files added meanwhile are sent too. A file that fails does not
 * stop the others and is kept, to be sent again.
 */
export class UploadQueue {
  #send: (file: File) => Promise<unknown>
  #state: UploadState = { left: [], failed: [] }
  #listeners = new Set<() => void>()

  constructor(send: (file: File) => Promise<unknown>) {
    this.#send = send
  }

  get state(): UploadState {
    return this.#state
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #become(change: Partial<UploadState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** Sends files after those that are waiting. */
  add(files: readonly File[]): void {
    const isIdle = this.#state.left.length === 0
    this.#become({ left: [...this.#state.left, ...files] })
    if (isIdle) void this.#sendAll()
  }

  /** Sends the files that failed again. */
  retry(): void {
    const files = this.#state.failed.map(({ file }) => file)
    this.dismiss()
    this.add(files)
  }

  /** Forgets the files that failed. */
  dismiss(): void {
    this.#become({ failed: [] })
  }

  async #sendAll(): Promise<void> {
    for (let file = this.#state.left[0]; file; file = this.#state.left[0])
      try {
        await this.#send(file)
        this.#become({ left: this.#state.left.slice(1) })
      } catch (error) {
        this.#become({
          left: this.#state.left.slice(1),
          failed: [...this.#state.failed, { file, error: error as Error }],
        })
      }
  }
}
