import type { ReactNode } from 'react'
import { TEXT } from './text.ts'

/** Library view. */
export const LibraryView = (): ReactNode => <h1>{TEXT.title}</h1>
