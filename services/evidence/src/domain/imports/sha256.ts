/** First 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4). */
const K = Uint32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])

const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n))

/** Returns the SHA-256 digest of an ASCII text (FIPS 180-4). The domain has no crypto module. */
export function sha256(text: string): Uint8Array {
  const length = text.length
  const bytes = new Uint8Array(((length + 8) >> 6) * 64 + 64)
  for (let i = 0; i < length; i += 1) bytes[i] = text.charCodeAt(i)
  bytes[length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 4, length * 8)
  const h = Uint32Array.from([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ])
  const w = new Uint32Array(64)
  for (let at = 0; at < bytes.length; at += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(at + 4 * i)
    for (let i = 16; i < 64; i += 1) {
      const a = w[i - 15]!
      const b = w[i - 2]!
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
      w[i] = w[i - 16]! + s0 + w[i - 7]! + s1
    }
    const v = Uint32Array.from(h)
    for (let i = 0; i < 64; i += 1) {
      const e = v[4]!
      const a = v[0]!
      const choice = (e & v[5]!) ^ (~e & v[6]!)
      const one = v[7]! + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + K[i]! + w[i]!
      const majority = (a & v[1]!) ^ (a & v[2]!) ^ (v[1]! & v[2]!)
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority
      v.copyWithin(1, 0, 7)
      v[4] = v[4]! + one
      v[0] = one + two
    }
    for (let i = 0; i < 8; i += 1) h[i] = h[i]! + v[i]!
  }
  const digest = new Uint8Array(32)
  const out = new DataView(digest.buffer)
  for (let i = 0; i < 8; i += 1) out.setUint32(4 * i, h[i]!)
  return digest
}
