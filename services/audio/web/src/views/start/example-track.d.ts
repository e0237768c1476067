/**
 * Renders the example as a wav file, 16 bit, mono: bars of dance music at a steady tempo with an intro, two drops, a break and
 * an outro. It is made of sines and noise, by this function alone, so everybody may use it. The first beat is at 0 s.
 */
export declare function renderExample(tempoBpm?: number, bars?: number): Blob
