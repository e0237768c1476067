import { type Transaction } from 'kysely';
import type { IndexedTrack } from '../../operations/ports.ts';
import type { AudioDatabase } from './schema.ts';
/**
 * Returns a vector as text, with one more number that gives all stored vectors the same length. It does not change the
 * inner product with a query, whose last number is 0, and makes an index by direction usable (Neyshabur and Srebro, On
 * symmetric and asymmetric LSHs, 2015).
 */
export declare function storedText(vector: Float32Array): string;
/** Returns a query vector as text; its last number is 0. */
export declare const queryText: (vector: Float32Array) => string;
/** Stores a track and its row in the list, and returns its id. Corrected values stay as they are. */
export declare function putTrack(trx: Transaction<AudioDatabase>, track: IndexedTrack): Promise<string>;
