/** The entry of a structure thread. It takes tasks once RDKit is loaded, so that loading does not count as reading. */
import { loadChemistry } from './adapters/chemistry/chemistry.ts'
import type { StructureTask } from './adapters/chemistry/structure-threads.ts'
import { answerTasks } from './adapters/threads/answer-tasks.ts'

const chemistry = await loadChemistry()

answerTasks(({ kind, input, field }: StructureTask) => chemistry[kind](input, field))
