// Health check of an image: succeeds while the service answers. For `serve`; a worker listens on no port.
// biome-ignore lint/style/noProcessEnv: the image sets it; nothing else of the service is loaded here.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/health`, {
  signal: AbortSignal.timeout(4000),
})
process.exitCode = answer.ok ? 0 : 1
