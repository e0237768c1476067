/** The entry of a compute thread: pure functions, found by name. */
import { answerTasks } from '../../adapters/threads/answer-tasks.ts'
import type { ComputeTask } from '../../adapters/threads/compute-threads.ts'
import { heavyTasks } from '../../operations/heavy-tasks.ts'

answerTasks(({ name, input }: ComputeTask) => {
  const task = heavyTasks.get(name)
  if (!task) throw new Error(`there is no task ${name}`)
  const before = process.threadCpuUsage()
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  return task.compute(input as never, { nowMs: () => Date.now(), cpuMs })
})
