import { classifyTask } from './analyse-molecules.ts'
import { assessTask } from './assess-state.ts'
import { fitTask, scoreTask } from './calibrate.ts'
import { fitWithoutLabelsTask } from './calibrate-without-labels.ts'
import { explainTask } from './explain-candidate.ts'
import { reportTask } from './make-report.ts'
import { describeTask } from './network-stats.ts'
import { optimiseTask } from './optimise-evidence.ts'
import type { HeavyTask, TaskClock } from './ports.ts'
import { predictTask, teachTask } from './predict-missing.ts'
import { rectifyTask } from './rectify-evidence.ts'
import { refitTask, reviewTask } from './review.ts'
import { observeTask } from './runs.ts'

type RunTask = (input: unknown, clock: TaskClock) => unknown

/** `HeavyComputation.run` takes a task with its own input, so the input that arrives under a name has that task's type. */
const byName = <Input, Output>(task: HeavyTask<Input, Output>): [string, RunTask] => [
  task.name,
  (input, clock) => task.compute(input as Input, clock),
]

const TASKS: ReadonlyMap<string, RunTask> = new Map([
  byName(assessTask),
  byName(classifyTask),
  byName(describeTask),
  byName(explainTask),
  byName(fitTask),
  byName(fitWithoutLabelsTask),
  byName(optimiseTask),
  byName(observeTask),
  byName(predictTask),
  byName(rectifyTask),
  byName(refitTask),
  byName(reportTask),
  byName(reviewTask),
  byName(scoreTask),
  byName(teachTask),
])

/** Runs a heavy task by its name, in a thread. */
export function runHeavyTask(name: string, input: unknown, clock: TaskClock): unknown {
  const run = TASKS.get(name)
  if (!run) throw new Error(`there is no task named ${name}`)
  return run(input, clock)
}
