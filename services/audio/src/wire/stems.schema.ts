import Type from 'typebox'
import { STEM_NAMES } from '../domain/stems/stem.ts'

/** Form fields of `POST /stems`. */
export const stemsFields = {
  format: Type.Optional(
    Type.Enum(['wav', 'flac'], { default: 'wav', description: 'File format of the stems' }),
  ),
}

export const StemsBody = Type.Object(
  {
    files: Type.Record(Type.String(), Type.String(), {
      description: `Stem (${STEM_NAMES.join(', ')}) → signed download address; empty once the files have expired`,
    }),
    engine: Type.String({ description: 'Separation engine: dsp, or onnx when a network is configured' }),
    quality: Type.Record(Type.String(), Type.String(), {
      description: 'Stem → measured quality: useful, rough, not usable or not measured',
    }),
    note: Type.String({ description: 'Known weaknesses of this engine, in one or two sentences' }),
    format: Type.String({ description: 'File format, wav or flac' }),
    expires_at: Type.String({ format: 'date-time', description: 'Time at which the files are removed' }),
  },
  { title: 'Stems', description: 'Files of the separated stems' },
)
