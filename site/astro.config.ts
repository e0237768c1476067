import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import { offline } from './src/offline/integration.ts'
import { collectPages, navigationOf } from './src/sources/collect.ts'

export default defineConfig({
  // Plain files with relative links: the site works from a folder, below any path of any server.
  build: { format: 'file', inlineStylesheets: 'never' },
  outDir: './dist',
  publicDir: './.public',
  devToolbar: { enabled: false },
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  // Scripts are a few kB; inside the page they also run where the page is opened from a folder.
  vite: { build: { assetsInlineLimit: 1 << 16 } },
  integrations: [
    starlight({
      title: 'Assay',
      favicon: '/icon.svg',
      pagefind: false,
      disable404Route: true,
      credits: false,
      expressiveCode: {
        themes: ['github-dark-high-contrast', 'github-light-high-contrast'],
        styleOverrides: {
          borderColor: 'var(--line)',
          borderRadius: 'var(--radius)',
          codeBackground: 'var(--surface)',
          frames: { frameBoxShadowCssValue: 'none' },
        },
      },
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      customCss: ['../packages/ui/src/tokens.css', './src/styles/house.css'],
      components: { Search: './src/components/search.astro' },
      sidebar: navigationOf(await collectPages()),
    }),
    offline(),
  ],
})
