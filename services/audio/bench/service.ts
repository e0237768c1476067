/** `npm run bench:service -w @assay/audio [-- --short] [-- --json]`: uploads, cancelling, and the queue against bare pg-boss. */

import { runOptions } from '@assay/kit/testing-options'
import { report } from '@assay/kit/testing-report'
import { benchHandOver } from './handover.ts'
import { benchUploads } from './uploads.ts'

const { short } = runOptions({ flags: ['short'] }).is
report([...(await benchUploads({ short })), ...(await benchHandOver({ short }))])
