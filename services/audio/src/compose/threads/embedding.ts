/** Entry of the embedding thread. */
export { default } from '../../adapters/embedding/embedding-thread.ts'
