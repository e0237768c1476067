import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { service } from '../../service.ts'

/** Sends files one after the other; each becomes a job. What was not sent when one fails can be sent again. */
export function useUpload() {
  const [left, setLeft] = useState<readonly File[]>([])
  const send = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const [i, file] of files.entries()) {
        setLeft(files.slice(i))
        await service().upload('/api/v1/tracks', { file })
      }
      setLeft([])
    },
  })
  return {
    left,
    error: send.error,
    pending: send.isPending,
    send: (files: readonly File[]) => send.mutate([...(send.isPending ? [] : left), ...files]),
    retry: () => send.mutate(left),
  }
}

/** Sends the example and opens it once it is analysed. */
export function useOpenWhenDone() {
  const navigate = useNavigate()
  return (id: string) => void navigate({ to: '/tracks/$id', params: { id } })
}
