/**
 * Entry of a structure thread. Loads RDKit and compiles the code it uses before it accepts tasks, so that neither
 * counts against the time limit of a structure.
 */
import { loadChemistry } from '../../adapters/chemistry/chemistry.ts'
import type { StructureTask } from '../../adapters/chemistry/structure-threads.ts'
import { answerTasks } from '../../adapters/threads/answer-tasks.ts'

const chemistry = await loadChemistry()
chemistry.describe({ kind: 'smiles', text: 'CC(=O)Oc1ccccc1C(=O)O' }, 'aspirin')

answerTasks(({ kind, input, field }: StructureTask) => chemistry[kind](input, field))
