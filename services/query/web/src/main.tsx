import '@assay/ui/tokens.css'
import '@assay/ui/base.css'
import '@assay/ui/controls.css'
import '@assay/ui/charts.css'
import './page.css'
import '@assay/ui/print.css'
import { applyTheme } from '@assay/ui/theme'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'

applyTheme()
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A lost connection is an error to be shown, not a reason to wait in silence.
      networkMode: 'always',
      retry: false,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
    },
  },
})
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
