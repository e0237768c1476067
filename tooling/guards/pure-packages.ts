/**
 * The npm packages that `domain` and `operations` may import: pure computation on plain data, no I/O, no clock, no
 * hidden randomness. This list is the one place to argue about a new one.
 */
export const PURE_PACKAGES = [
  '@echogarden/pffft-wasm', // FFT
  'ml-matrix', // dense linear algebra
  '@stdlib/[^/]+', // single special functions and distributions, package by package
  'graphology[^/]*', // graphs and their algorithms
  'minisearch', // in-memory full-text index
] as const
