import Type from 'typebox'
import { STEM_NAMES } from '../domain/stems/stem.ts'

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
    engine: Type.String({ description: 'dsp, or onnx where a network is configured' }),
    quality: Type.Record(Type.String(), Type.String(), {
      description: 'Stem → how far it can be trusted: useful, rough, not usable or not measured',
    }),
    note: Type.String({ description: 'Note for the listener' }),
    format: Type.String({ description: 'File format, wav or flac' }),
    expires_at: Type.String({ format: 'date-time', description: 'Time at which the files are removed' }),
  },
  { title: 'Stems' },
)
