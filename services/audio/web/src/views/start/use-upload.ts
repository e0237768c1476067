import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { noticeError } from '../../queries.ts'
import { service } from '../../service.ts'
import { UploadQueue } from './upload-queue.ts'

/** Uploads of this page. They go on when the view is left. Each file becomes a job. */
const uploads = new UploadQueue(async (file) => {
  try {
    await service().upload('/api/v1/tracks', { file })
  } catch (error) {
    noticeError(error as Error)
    throw error
  }
})

/** Returns the uploads and functions that add, retry and dismiss files. */
export function useUpload() {
  const { left, failed } = useSyncExternalStore(uploads.subscribe, () => uploads.state)
  return {
    left,
    failed,
    send: (files: readonly File[]) => uploads.add(files),
    retry: () => uploads.retry(),
    dismiss: () => uploads.dismiss(),
  }
}

/** Returns a function that opens a track. */
export function useOpenTrack() {
  const navigate = useNavigate()
  return (id: string) => void navigate({ to: '/tracks/$id', params: { id } })
}
