import Type from 'typebox'
import { STEM_NAMES } from '../domain/stems/stem.ts'

export const stemsFields = {
  format: Type.Optional(
    Type.Enum(['wav', 'flac'], { default: 'wav', description: 'Of the files of the stems' }),
  ),
}

export const StemsBody = Type.Object({
  files: Type.Record(Type.String(), Type.String(), {
    description: `Download address of ${STEM_NAMES.join(', ')}; signed, and empty once they have expired`,
  }),
  engine: Type.String({ description: 'dsp, or onnx where a network is configured' }),
  quality: Type.Record(Type.String(), Type.String(), {
    description: 'How far each stem can be trusted: useful, rough, not usable, or not measured',
  }),
  note: Type.String({ description: 'For the listener' }),
  format: Type.String(),
  expires_at: Type.String({ format: 'date-time', description: 'When the files are removed' }),
})
