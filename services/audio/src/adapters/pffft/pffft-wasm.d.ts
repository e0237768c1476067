declare module '@echogarden/pffft-wasm/simd' {
  /** Emscripten's module factory. */
  export default function loadModule(): Promise<unknown>
}
