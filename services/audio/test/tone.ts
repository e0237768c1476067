/** A mono wav of one tone, 8 bit at 8 kHz: small to send, and as long to analyse as any other of its length. */
export function tone(seconds: number, frequencyHz = 440): Blob {
  const sampleRateHz = 8000
  const samples = Math.round(seconds * sampleRateHz)
  const bytes = Buffer.alloc(44 + samples)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + samples, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(sampleRateHz, 24)
  bytes.writeUInt32LE(sampleRateHz, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples, 40)
  const step = (2 * Math.PI * frequencyHz) / sampleRateHz
  for (let i = 0; i < samples; i++) bytes[44 + i] = 128 + Math.round(100 * Math.sin(step * i))
  return new Blob([bytes], { type: 'audio/wav' })
}
