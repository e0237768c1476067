/** The parts of WebAssembly that are used here. TypeScript has these types only together with those of a browser. */
declare namespace WebAssembly {
  class Module {
    private constructor()
  }
  class Instance {
    constructor(module: Module, imports?: Readonly<Record<string, Readonly<Record<string, Memory>>>>)
    readonly exports: object
  }
  class Memory {
    constructor(size: { initial: number })
    readonly buffer: ArrayBuffer
  }
  function compile(bytes: Uint8Array): Promise<Module>
}
