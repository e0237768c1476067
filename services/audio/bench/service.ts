/** `npm run bench:service -w @assay/audio [-- --short] [-- --json]`: large and slow uploads, and cancelling. */

import { runOptions } from '@assay/kit/testing-options'
import { report } from '@assay/kit/testing-report'
import { benchUploads } from './uploads.ts'

const { short } = runOptions({ flags: ['short'] }).is
report(await benchUploads({ short }))
