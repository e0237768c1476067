import type { SearchEntry } from '../offline/search-index.ts'
import { findPages, MAX_FOUND } from './find-pages.ts'

declare global {
  var assaySearchIndex: readonly SearchEntry[] | undefined
}

/** The search of the site: a dialog that loads the index when it is opened first. */
export class SiteSearch extends HTMLElement {
  connectedCallback(): void {
    const dialog = this.querySelector('dialog')!
    const input = this.querySelector('input')!
    const open = () => {
      if (!dialog.open) dialog.showModal()
      input.focus()
      this.#load(() => this.#show(input.value))
    }
    this.querySelector('button')!.addEventListener('click', open)
    this.querySelector('[data-close]')!.addEventListener('click', () => dialog.close())
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close()
    })
    input.addEventListener('input', () => this.#show(input.value))
    document.addEventListener('keydown', (event) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      open()
    })
  }

  #load(done: () => void): void {
    if (globalThis.assaySearchIndex !== undefined) {
      done()
      return
    }
    const script = document.createElement('script')
    script.src = this.dataset.searchIndex!
    script.addEventListener('load', done)
    script.addEventListener('error', () => this.#say('The search index could not be loaded.'))
    document.head.append(script)
  }

  #say(text: string): void {
    this.querySelector('.search-said')!.textContent = text
  }

  #show(words: string): void {
    if (globalThis.assaySearchIndex === undefined) return
    const found = findPages(words, globalThis.assaySearchIndex)
    const root = new URL('.', new URL(this.dataset.searchIndex!, document.baseURI))
    this.querySelector('ol')!.replaceChildren(
      ...found.map(({ file, title, excerpt }) => {
        const item = document.createElement('li')
        item.className = 'search-found'
        const link = document.createElement('a')
        link.href = new URL(file, root).href
        link.textContent = title
        const text = document.createElement('span')
        text.className = 'search-excerpt'
        text.textContent = excerpt
        item.append(link, text)
        return item
      }),
    )
    const best = found.length === MAX_FOUND ? 'The best ' : ''
    const pages = found.length === 1 ? '1 page' : `${best}${found.length} pages`
    this.#say(words.trim() === '' ? '' : found.length === 0 ? 'No page has all of these words.' : pages)
  }
}
