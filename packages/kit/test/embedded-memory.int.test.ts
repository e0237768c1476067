import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { withBaselineWasm } from '../src/baseline-wasm.ts'
import { freshDatabase } from '../src/testing.ts'

/**
 * A process that opens the embedded database, sends enough SQL to make V8 optimise the parser if it may, and prints its
 * highest memory. A process of its own: memory that other tests took must not count.
 */
const SCRIPT = `
const { openDatabase } = await import(process.argv[1])
const database = await openDatabase(JSON.parse(process.argv[2]), 'test')
for (let i = 0; i < 500; i++)
  await database.aside('SELECT a + ' + i + ' AS sum FROM generate_series(1, 3) AS a WHERE a > 1 ORDER BY a DESC LIMIT 2')
await database.close()
console.log(process.resourceUsage().maxRSS / 1024)
`

it('stays below 500 MB while it opens and answers', async () => {
  const own = await freshDatabase('embedded')
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      SCRIPT,
      new URL('../src/database.ts', import.meta.url).href,
      JSON.stringify(own.config),
    ])
    expect(Number(stdout)).toBeLessThan(500)
  } finally {
    await own.remove()
  }
})

it('leaves the optimiser on, also after a failure', async () => {
  // A function (i32) -> i32 that counts its argument down to zero.
  const loop = Uint8Array.from([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 127, 1, 127, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 18, 1,
    16, 0, 3, 64, 32, 0, 65, 1, 107, 34, 0, 13, 0, 11, 32, 0, 11,
  ])
  await expect(withBaselineWasm(() => Promise.reject(new Error('no folder')))).rejects.toThrow('no folder')
  const script = `
    import { withBaselineWasm } from '${new URL('../src/baseline-wasm.ts', import.meta.url).href}'
    const bytes = Uint8Array.from(${JSON.stringify([...loop])})
    const load = async () => Object.values((await WebAssembly.instantiate(bytes)).instance.exports)[0]
    const run = (f) => { for (let i = 0; i < 2000; i++) f(20000); return f }
    const inside = await withBaselineWasm(async () => run(await load()))
    bytes[24] = 103 // Another name of the function, because V8 shares the code of equal modules.
    const outside = run(await load())
    while (!%IsTurboFanFunction(outside)) await new Promise((done) => setTimeout(done, 10))
    console.log(%IsTurboFanFunction(inside))`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--allow-natives-syntax',
    '--input-type=module',
    '--eval',
    script,
  ])
  expect(stdout.trim()).toBe('false')
})
