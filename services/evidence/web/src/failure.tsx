import { AssayError } from '@assay/evidence-client'
import { ErrorPanel } from '@assay/ui/error-panel'
import { TEXT } from './text.ts'

/** What went wrong with a request, in the words of the service, and what to do. */
export function Failure({ error, onRetry }: { error: Error; onRetry?: (() => void) | undefined }) {
  const retry = onRetry ? { label: TEXT.tryAgain, onClick: onRetry } : undefined
  if (!(error instanceof AssayError))
    return <ErrorPanel title={TEXT.offlineTitle} message={TEXT.offline} copy={TEXT.copy} retry={retry} />
  // The frame asks for a new session.
  if (error.status === 401) return null
  // Sent again as it is, a refused value is refused again.
  const final = [403, 404, 409, 422].includes(error.status)
  return (
    <ErrorPanel
      title={titleOf(error)}
      message={error.message}
      requestId={error.requestId}
      requestLabel={TEXT.requestId}
      copy={TEXT.copy}
      retry={final ? undefined : retry}
    />
  )
}

function titleOf({ status }: AssayError): string {
  if (status === 403) return TEXT.forbiddenTitle
  if (status === 404) return TEXT.missingTitle
  return status >= 500 ? TEXT.failed : TEXT.refused
}
