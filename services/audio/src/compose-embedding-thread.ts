/** The entry of the embedding thread, beside `compose.ts` so that it is found there in the source tree and when packed. */
export { default } from './adapters/embedding/embedding-thread.ts'
