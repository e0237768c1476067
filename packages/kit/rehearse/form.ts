/** Builds a form that sends one file for an asynchronous job, as bytes that can be sent again unchanged. */
export function formOf(file: Buffer): { headers: Record<string, string>; body: Buffer } {
  const edge = 'rehearsal-edge'
  const part = (head: string) => Buffer.from(`--${edge}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`)
  const body = Buffer.concat([
    part('name="async"'),
    Buffer.from('true\r\n'),
    part('name="file"; filename="a.wav"'),
    file,
    Buffer.from(`\r\n--${edge}--\r\n`),
  ])
  return { headers: { 'content-type': `multipart/form-data; boundary=${edge}` }, body }
}
