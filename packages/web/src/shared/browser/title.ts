import { useEffect } from 'react'

const NAME = 'Jointly'

/**
 * The name of the current screen. While one screen replaces another, two screens exist for a moment. The object
 * identity shows which of them has set the name.
 */
let page: { readonly title: string } | null = null
let playing: { readonly title: string } | null = null
let count = 0

/**
 * Returns the title of the tab: the number of the badge, then the song (M4) or otherwise the name of the screen, then
 * the name of the product.
 */
export const titleFor = (page: string | null, count: number): string =>
  `${count > 0 ? `(${count}) ` : ''}${page ? `${page} · ` : ''}${NAME}`

const write = () => {
  document.title = titleFor(playing?.title ?? page?.title ?? null, count)
}

/**
 * Shows the name of a screen in the tab while the screen is on the page. @param title null for a screen without
 * a name
 */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return
    const own = { title }
    page = own
    write()
    return () => {
      if (page !== own) return
      page = null
      write()
    }
  }, [title])
}

/**
 * Shows the song in the tab while this person hears the song (M4).
 * @param title null while the person hears nothing
 */
export function usePlayingTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return
    playing = { title }
    write()
    return () => {
      playing = null
      write()
    }
  }, [title])
}

/** Shows a number before the title of the tab (I3). 0 removes it. */
export function setTitleCount(next: number): void {
  count = next
  write()
}
