/**
 * The npm packages that `domain` and `operations` may import: pure computation on plain data, no I/O, no clock, no
 * hidden randomness. A new one is added here, with its reason.
 */
export const PURE_PACKAGES = [
  'minisearch', // in-memory full-text index
] as const
