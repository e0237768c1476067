/**
 * Packs the weights that `train.py` wrote into the shipped model: `node lab/listener/pack.ts TRAINED.json [OUT.json]`. Weights
 * become whole numbers of 16 bits.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface Trained {
  readonly weights: readonly number[]
  readonly bias: readonly number[]
}
interface TrainedModel {
  readonly width: number
  readonly dilations: readonly number[]
  readonly first: Trained
  readonly blocks: readonly { readonly wide: Trained; readonly mix: Trained; readonly read: Trained }[]
}

const LARGEST = 32_767

function pack({ weights, bias }: Trained, inputs: number) {
  const step = weights.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9) / LARGEST
  const whole = Int16Array.from(weights, (x) => Math.round(x / step))
  return {
    shape: [bias.length, weights.length / bias.length / inputs, inputs],
    step,
    weights: Buffer.from(whole.buffer).toString('base64'),
    bias,
  }
}

const [from, to = join(import.meta.dirname, '../../src/domain/hearing/frame-model.json')] =
  process.argv.slice(2)
if (from === undefined) throw new Error('usage: node lab/listener/pack.ts TRAINED.json [OUT.json]')
const { width, dilations, first, blocks } = JSON.parse(await readFile(from, 'utf8')) as TrainedModel
const bands = first.weights.length / first.bias.length / 7
const model = {
  width,
  first: pack(first, bands),
  blocks: blocks.map(({ wide, mix, read }, i) => ({
    dilation: dilations[i],
    wide: pack(wide, width),
    mix: pack(mix, width),
    read: pack(read, width),
  })),
}
await writeFile(to, `${JSON.stringify(model, null, 2)}\n`)
