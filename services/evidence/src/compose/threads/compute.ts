/** Entry of a compute thread, which runs pure functions by name. */
import { answerTasks } from '../../adapters/threads/answer-tasks.ts'
import type { ComputeTask } from '../../adapters/threads/compute-threads.ts'
import { runHeavyTask } from '../../operations/heavy-tasks.ts'

answerTasks(({ name, input }: ComputeTask) => {
  const before = process.threadCpuUsage()
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  return runHeavyTask(name, input, { nowMs: () => Date.now(), cpuMs })
})
