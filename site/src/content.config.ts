import { docsSchema } from '@astrojs/starlight/schema'
import { defineCollection } from 'astro/content/config'
import { pageLoader } from './sources/loader.ts'

/** The one collection of the site: pages from documents, OpenAPI documents and code. */
export const collections: Record<string, ReturnType<typeof defineCollection>> = {
  docs: defineCollection({ loader: pageLoader(), schema: docsSchema() }),
}
