import type { ReactNode } from 'react'
import { TEXT } from './text.ts'

/** Jobs view. */
export const JobsView = (): ReactNode => <h1>{TEXT.title}</h1>
