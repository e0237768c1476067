/**
 * Trains `src/domain/stems/low-band-model.json`: `node lab/training/train-stems.ts FOLDER [ROOT…]`. Renders scenes (see
 * `training/stem-scenes.ts`), writes the low spectra of their stems into FOLDER, and runs `training/fit-stems.py`
 * (numpy) to fit the network. ROOTs contain unpacked Debian packages of drum kits (`dpkg -x`) instead of `/`. `--scenes
 * N` and `--steps N` test the process with less and leave the model in FOLDER. Takes about half an hour on one core;
 * the scenes are deterministic, the fit depends on the linear algebra of the machine.
 */

import { execFileSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runOptions } from '@assay/kit/testing-options'
import { loadTransforms } from '../../src/adapters/pffft/create-transform.ts'
import { BAND_COUNT, bandEdgeHz, GRID_HZ, GRID_SIZE } from '../../src/domain/stems/low-band.ts'
import { STEM_NAMES } from '../../src/domain/stems/stem.ts'
import { loadKitSources } from './sampled-kits.ts'
import { makeScene } from './stem-scenes.ts'

const SCENES = 240
const STEPS = 3000
const SIZE = 4096
const HOP = SIZE / 4
/** Per frame and stem: left and right spectra of the grid, interleaved, and the power of each band. */
const ROW = 4 * GRID_SIZE + BAND_COUNT

const transform = (await loadTransforms())(SIZE)
const window = Float32Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE))
const edges = Array.from({ length: BAND_COUNT + 1 }, (_, band) => Math.round(bandEdgeHz(band) / GRID_HZ))

/** Returns the rows of the frames that lie within interleaved stereo samples. */
function describe(samples: Float32Array): Float32Array {
  const frames = Math.floor((samples.length / 2 - SIZE) / HOP) + 1
  const rows = new Float32Array(frames * ROW)
  for (let frame = 0; frame < frames; frame++) {
    const row = rows.subarray(frame * ROW, (frame + 1) * ROW)
    for (let channel = 0; channel < 2; channel++) {
      const input = transform.input
      for (let i = 0; i < SIZE; i++) input[i] = samples[2 * (frame * HOP + i) + channel]! * window[i]!
      const spectrum = transform.forward()
      row.set(spectrum.subarray(2, 2 + 2 * GRID_SIZE), channel * 2 * GRID_SIZE)
      for (let band = 0; band < BAND_COUNT; band++)
        for (let b = edges[band]!; b < edges[band + 1]!; b++)
          row[4 * GRID_SIZE + band]! += spectrum[2 * b]! ** 2 + spectrum[2 * b + 1]! ** 2
    }
  }
  return rows
}

const { values, positionals } = runOptions({ options: ['scenes', 'steps'] })
const [folder, ...roots] = positionals
if (folder === undefined)
  throw new Error('usage: node lab/training/train-stems.ts FOLDER [ROOT…] [--scenes N] [--steps N]')
await mkdir(folder, { recursive: true })
const sources = await loadKitSources(roots.length > 0 ? roots : ['/'])
console.log(`${sources.length} kits`)
const file = openSync(join(folder, 'scenes.f32'), 'w')
for (let i = 0; i < Number(values.scenes[0] ?? SCENES); i++) {
  const scene = await makeScene(i, sources)
  for (const name of STEM_NAMES) writeSync(file, new Uint8Array(describe(scene[name]).buffer))
  if (i % 20 === 0) console.log(`scene ${i}`)
}
closeSync(file)
const steps = values.steps[0] ?? String(STEPS)
execFileSync('python3', [join(import.meta.dirname, 'fit-stems.py'), folder, steps], {
  stdio: 'inherit',
})
if (values.scenes.length + values.steps.length === 0)
  await copyFile(
    join(folder, 'low-band-model.json'),
    join(import.meta.dirname, '../../src/domain/stems/low-band-model.json'),
  )
