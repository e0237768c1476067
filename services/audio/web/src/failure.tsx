import { AssayError } from '@assay/audio-client'
import { ErrorPanel } from '@assay/ui/error-panel'
import { TEXT } from './text.ts'

/** Answers that a repeated request gets again. */
const FINAL: readonly number[] = [400, 403, 404, 409, 413, 415, 422]

/** Shows what went wrong with a request, in the words of the service, and what to do. */
export function Failure({ error, onRetry }: { error: Error; onRetry?: (() => void) | undefined }) {
  const retry = onRetry ? { label: TEXT.tryAgain, onClick: onRetry } : undefined
  if (!(error instanceof AssayError))
    return <ErrorPanel title={TEXT.offlineTitle} message={TEXT.offline} copy={TEXT.copy} retry={retry} />
  // The frame asks for a key.
  if (error.status === 401) return null
  return (
    <ErrorPanel
      title={error.status >= 500 ? TEXT.failed : TEXT.refused}
      message={error.message}
      requestId={error.requestId}
      copy={TEXT.copy}
      retry={FINAL.includes(error.status) ? undefined : retry}
    />
  )
}
