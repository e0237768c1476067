import '@assay/ui/tokens.css'
import '@assay/ui/base.css'
import '@assay/ui/controls.css'
import '@assay/ui/charts.css'
import './page.css'
import '@assay/ui/print.css'
import { applyTheme } from '@assay/ui/theme'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './queries.ts'
import { router } from './router.tsx'

applyTheme()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
