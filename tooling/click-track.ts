const SAMPLE_RATE_HZ = 44_100

/** Returns four seconds of a click track at 120 beats a minute as a WAV file, for examples that upload audio. */
export function clickTrack(): Buffer {
  const samples = SAMPLE_RATE_HZ * 4
  const wav = Buffer.alloc(44 + samples * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + samples * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(SAMPLE_RATE_HZ, 24)
  wav.writeUInt32LE(SAMPLE_RATE_HZ * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples * 2, 40)
  for (let n = 0; n < samples; n++) {
    const loud = n % (SAMPLE_RATE_HZ / 2) < 900 ? 20_000 : 1_000
    wav.writeInt16LE(Math.round(loud * Math.sin((2 * Math.PI * 880 * n) / SAMPLE_RATE_HZ)), 44 + n * 2)
  }
  return wav
}
