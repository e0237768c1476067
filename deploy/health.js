// Health check of an image: succeeds while the service answers. A worker has no port of its own; its check names the
// admin port and a path: `node health.js 9464 /metrics`.
// biome-ignore lint/style/noProcessEnv: the image sets it; nothing else of the service is loaded here.
const [port = process.env.PORT, path = '/health'] = process.argv.slice(2)
const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(4000) })
process.exitCode = answer.ok ? 0 : 1
