/**
 * A small network of our own in the layout of HTDemucs, written as ONNX by hand, so that loading and overlap-add are
 * proven without anybody's weights: `node test/tiny-network.ts FILE` writes one and prints its SHA-256.
 *
 * It is one convolution over time, [1, 2, N] → [1, 8, N] with zero padding, reshaped to [1, 4, 2, N]; its answer can be
 * worked out with a loop. Field numbers are those of onnx.proto3 (ONNX IR version 8, operator set 13).
 */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'

const varint = (value: number): number[] => {
  const out: number[] = []
  let left = BigInt.asUintN(64, BigInt(value))
  while (left > 127n) {
    out.push(Number(left & 127n) | 128)
    left >>= 7n
  }
  return [...out, Number(left)]
}

type Bytes = Uint8Array | readonly number[]
const join = (...parts: readonly Bytes[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))
const number = (field: number, value: number): Uint8Array => join(varint(field << 3), varint(value))
const bytes = (field: number, body: Bytes): Uint8Array =>
  join(varint((field << 3) | 2), varint(body.length), body)
const text = (field: number, value: string): Uint8Array => bytes(field, new TextEncoder().encode(value))

const FLOAT = 1
const INT64 = 7

/** TensorProto: dims 1, data_type 2, name 8, raw_data 9. */
const tensor = (name: string, type: number, dims: readonly number[], raw: ArrayBufferLike): Uint8Array =>
  join(...dims.map((dim) => number(1, dim)), number(2, type), text(8, name), bytes(9, new Uint8Array(raw)))

/** ValueInfoProto: name 1, type 2 → tensor_type 1 → elem_type 1, shape 2 → dim 1 → dim_value 1 or dim_param 2. */
const value = (name: string, dims: readonly (number | string)[]): Uint8Array => {
  const shape = dims.map((dim) => bytes(1, typeof dim === 'number' ? number(1, dim) : text(2, dim)))
  return join(text(1, name), bytes(2, bytes(1, join(number(1, FLOAT), bytes(2, join(...shape))))))
}

/** AttributeProto of integers: name 1, ints 8, type 20 (7 = INTS). */
const integers = (name: string, list: readonly number[]): Uint8Array =>
  join(text(1, name), ...list.map((item) => number(8, item)), number(20, 7))

/** NodeProto: input 1, output 2, op_type 4, attribute 5. */
const node = (
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: readonly Uint8Array[] = [],
): Uint8Array =>
  join(
    ...inputs.map((input) => text(1, input)),
    text(2, output),
    text(4, operator),
    ...attributes.map((attribute) => bytes(5, attribute)),
  )

export interface TinyNetwork {
  /** Frames at once, or `null` to leave them open in the file. */
  readonly frames: number | null
  /** Weights [8 stem channels][2 input channels][taps], taps odd. */
  readonly kernel: readonly (readonly (readonly number[])[])[]
  /** Channels of the input; other than 2 makes a network that must be refused. */
  readonly inputChannels?: number
}

/** The ONNX file of a network. ModelProto: ir_version 1, producer 2, graph 7, opset 8. */
export function tinyNetwork({ frames, kernel, inputChannels = 2 }: TinyNetwork): Uint8Array {
  const taps = kernel[0]![0]!.length
  const half = taps >> 1
  const weights = Float32Array.from(kernel.flat(2))
  const shape = BigInt64Array.from([1n, 4n, 2n, -1n])
  const length = frames ?? 'frames'
  const graph = join(
    bytes(1, node('Conv', ['mix', 'kernel'], 'flat', [integers('pads', [half, half])])),
    bytes(1, node('Reshape', ['flat', 'shape'], 'stems')),
    text(2, 'stems'),
    bytes(5, tensor('kernel', FLOAT, [8, inputChannels, taps], weights.buffer)),
    bytes(5, tensor('shape', INT64, [4], shape.buffer)),
    bytes(11, value('mix', [1, inputChannels, length])),
    bytes(12, value('stems', [1, 4, 2, length])),
  )
  return join(number(1, 8), text(2, 'assay'), bytes(7, graph), bytes(8, join(text(1, ''), number(2, 13))))
}

/**
 * The ONNX file of a network in the layout in which HTDemucs is commonly exported: waveform and spectrogram in, both of
 * every stem out, the Fourier transform outside. Each stem is a share of its input in either branch.
 */
export function tinyHybridNetwork(options: {
  readonly frames: number
  /** Shares by stem, in the branch of the waveform and in that of the spectrogram. */
  readonly wave: readonly number[]
  readonly spectrum: readonly number[]
  /** Bins of the spectrogram; other than 2048 makes a network that must be refused. */
  readonly bins?: number
  /** Whether the spectrograms of the stems are [1, 16, bins, T] instead of [1, 4, 4, bins, T]. */
  readonly flat?: boolean
}): Uint8Array {
  const { frames, bins = 2048, flat = false } = options
  const columns = Math.ceil(frames / 1024)
  const planes = Float32Array.from(
    options.spectrum.flatMap((share) =>
      [0, 1, 2, 3].flatMap((to) => [0, 1, 2, 3].map((from) => (from === to ? share : 0))),
    ),
  )
  const waveShape = BigInt64Array.from([1n, 4n, 2n, -1n])
  const spectrumDims = flat ? [1, 16, bins, columns] : [1, 4, 4, bins, columns]
  const spectrumShape = BigInt64Array.from(spectrumDims.map(BigInt))
  const graph = join(
    bytes(1, node('Conv', ['input', 'kernel'], 'flat', [integers('pads', [0, 0])])),
    bytes(1, node('Reshape', ['flat', 'shape'], 'add_67')),
    bytes(1, node('Conv', ['x', 'planes'], 'flat_x', [integers('pads', [0, 0, 0, 0])])),
    bytes(1, node('Reshape', ['flat_x', 'shape_x'], 'output')),
    text(2, 'stems'),
    bytes(5, tensor('kernel', FLOAT, [8, 2, 1], Float32Array.from(gainKernel(options.wave).flat(2)).buffer)),
    bytes(5, tensor('shape', INT64, [4], waveShape.buffer)),
    bytes(5, tensor('planes', FLOAT, [16, 4, 1, 1], planes.buffer)),
    bytes(5, tensor('shape_x', INT64, [spectrumDims.length], spectrumShape.buffer)),
    bytes(11, value('input', [1, 2, frames])),
    bytes(11, value('x', [1, 4, bins, columns])),
    bytes(12, value('output', spectrumDims)),
    bytes(12, value('add_67', [1, 4, 2, frames])),
  )
  return join(number(1, 8), text(2, 'assay'), bytes(7, graph), bytes(8, join(text(1, ''), number(2, 13))))
}

/** Gains per stem on the same channel: the answer is known without a loop. */
export function gainKernel(gains: readonly number[]): number[][][] {
  return gains.flatMap((gain) => [
    [[gain], [0]],
    [[0], [gain]],
  ])
}

export const sha256Of = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex')

if (import.meta.main) {
  const path = process.argv[2]
  if (path === undefined) throw new Error('usage: node test/tiny-network.ts FILE')
  const file = tinyNetwork({ frames: 44_100, kernel: gainKernel([0.4, 0.3, 0.2, 0.1]) })
  await writeFile(path, file)
  console.log(sha256Of(file))
}
