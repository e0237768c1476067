import { orThrow } from '@assay/audio-client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from '../../failure.tsx'
import { service } from '../../service.ts'
import { TEXT } from './text.ts'

/** First screen: the way in for files, and what is under way. */
export function StartView(): ReactNode {
  const { error, refetch } = useQuery({
    queryKey: ['jobs'],
    queryFn: () => orThrow(service().GET('/api/v1/jobs')),
  })
  return (
    <div className="stack wide">
      <h1>{TEXT.title}</h1>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
    </div>
  )
}
