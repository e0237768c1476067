/** `npm run bench:service -w @assay/audio [-- --short] [-- --json]`: large and slow uploads, and cancelling. */
import { report } from './report.ts'
import { benchUploads } from './uploads.ts'

report(await benchUploads({ short: process.argv.includes('--short') }))
