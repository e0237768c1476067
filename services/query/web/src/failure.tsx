import { AssayError } from '@assay/query-client'
import { ErrorPanel } from '@assay/ui/error-panel'
import { KeyForm } from '@assay/ui/key-form'
import { useQueryClient } from '@tanstack/react-query'
import { apiKey } from './service.ts'
import { TEXT } from './text.ts'

/** What went wrong with a request, in the words of the service, and what to do. */
export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!(error instanceof AssayError))
    return (
      <ErrorPanel
        title={TEXT.offlineTitle}
        message={TEXT.offline}
        copy={TEXT.copy}
        retry={{ label: TEXT.tryAgain, onClick: onRetry }}
      />
    )
  if (error.status === 401) return <AskForKey onDone={onRetry} />
  return (
    <ErrorPanel
      title={error.status === 422 ? TEXT.refused : TEXT.failed}
      message={error.message}
      requestId={error.requestId}
      copy={TEXT.copy}
      // Sent again as it is, a refused value is refused again.
      retry={error.status === 422 ? undefined : { label: TEXT.tryAgain, onClick: onRetry }}
    />
  )
}

/** Asks for the key of this session. A key that is there already was refused. */
function AskForKey({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient()
  return (
    <KeyForm
      words={TEXT.key}
      refused={apiKey.get() !== undefined}
      onKey={(key) => {
        apiKey.set(key)
        // Everything that was refused for want of a key is asked for again.
        void queries.resetQueries()
        onDone()
      }}
    />
  )
}
