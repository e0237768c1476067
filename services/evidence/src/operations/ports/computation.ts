/** Creates a random UUID. */
export type NewId = () => string

/** Returns milliseconds from a fixed start, to measure durations. */
export type Stopwatch = () => number

/** Time that a task has used. A search reads it to end in time. */
export interface TaskClock {
  /** Returns milliseconds since 1970. */
  nowMs(): number
  /** Returns the processor time of this task in milliseconds. */
  cpuMs(): number
}

/** Pure function of plain data that a thread finds by its name. */
export interface HeavyTask<Input, Output> {
  readonly name: string
  compute(input: Input, clock: TaskClock): Output
}

interface HeavyRequest {
  readonly organizationId: string
  /** Approximate number of times that items are read. Small tasks run inline, medium ones before large ones. */
  readonly size: number
  /** Time limit of the task, instead of the default. */
  readonly limitMs?: number
  /** Cancels the task when its answer is no longer needed. */
  readonly signal?: AbortSignal | undefined
}

/** Runs computations that would block other requests, within a time limit. Organizations take turns. */
export interface HeavyComputation {
  run<Input, Output>(task: HeavyTask<Input, Output>, input: Input, request: HeavyRequest): Promise<Output>
}
