/**
 * A page of the documentation site. A service that generates pages from its code exports `sitePages(): SitePage[]` from
 * `bench/site-pages.ts`; the site finds the file, so no service is imported statically.
 */
export interface SitePage {
  /** Address without leading slash and extension: `metrics/bmi`. */
  readonly address: string
  readonly title: string
  /** One sentence for search results and lists. */
  readonly description: string
  /** Markdown without the title. Links to other pages of the site begin with a slash: `/metrics/bmi`. */
  readonly markdown: string
  /** Group under which the page is listed in the navigation. Without one, other pages lead to it. */
  readonly group?: string
  /** Name in the navigation. Default: the title. */
  readonly label?: string
}
