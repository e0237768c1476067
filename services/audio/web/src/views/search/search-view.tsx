import type { ReactNode } from 'react'
import { TEXT } from './text.ts'

/** Search view. */
export const SearchView = (): ReactNode => <h1>{TEXT.title}</h1>
