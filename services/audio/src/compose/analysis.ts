import { decode } from '../adapters/ffmpeg/decode.ts'
import { probe } from '../adapters/ffmpeg/probe.ts'
import { loadLevelMeters } from '../adapters/kernels/frame-levels.ts'
import { loadTransforms } from '../adapters/pffft/create-transform.ts'
import { analyseFile } from '../operations/analyse-file.ts'

/** Wires decoder, transforms and analysis for the calling thread. Call it once per thread. */
export const composeAnalysis = async () =>
  analyseFile({
    decoder: { probe, decode },
    createTransform: await loadTransforms(),
    createLevelMeter: await loadLevelMeters(),
  })
