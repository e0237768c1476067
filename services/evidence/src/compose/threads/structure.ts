/**
 * The entry of a structure thread. It takes tasks once RDKit is loaded and has compiled what it uses, so that neither
 * counts as reading.
 */
import { loadChemistry } from '../../adapters/chemistry/chemistry.ts'
import type { StructureTask } from '../../adapters/chemistry/structure-threads.ts'
import { answerTasks } from '../../adapters/threads/answer-tasks.ts'

const chemistry = await loadChemistry()
chemistry.describe({ kind: 'smiles', text: 'CC(=O)Oc1ccccc1C(=O)O' }, 'aspirin')

answerTasks(({ kind, input, field }: StructureTask) => chemistry[kind](input, field))
