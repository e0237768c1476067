import { classifyTask } from './analyse-molecules.ts'
import { assessTask } from './assess-state.ts'
import { fitTask, scoreTask } from './calibrate.ts'
import { describeTask } from './network-stats.ts'
import { optimiseTask } from './optimise-evidence.ts'
import type { HeavyTask } from './ports.ts'
import { predictTask, teachTask } from './predict-missing.ts'
import { rectifyTask } from './rectify-evidence.ts'

const TASKS = [
  assessTask,
  classifyTask,
  describeTask,
  fitTask,
  optimiseTask,
  predictTask,
  rectifyTask,
  scoreTask,
  teachTask,
]

/** Every computation that a thread can be asked for, by name. */
export const heavyTasks: ReadonlyMap<string, HeavyTask<never, unknown>> = new Map(
  TASKS.map((task) => [task.name, task as HeavyTask<never, unknown>]),
)
