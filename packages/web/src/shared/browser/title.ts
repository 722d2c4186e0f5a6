import { useEffect } from 'react'

const NAME = 'Jointly'

/**
 * The screen whose name the tab shows. During a change of screens two screens exist, and the newer one
 * counts.
 */
let page: { readonly title: string } | null = null
let playing: { readonly title: string } | null = null
let count = 0

/** The title of the tab: the badge count, the song that plays (M4) or else the screen, the product. */
export const titleFor = (page: string | null, count: number): string =>
  `${count > 0 ? `(${count}) ` : ''}${page ? `${page} · ` : ''}${NAME}`

const write = () => {
  document.title = titleFor(playing?.title ?? page?.title ?? null, count)
}

/**
 * Shows the name of the screen in the tab while the screen is mounted. @param title null for a screen without a name
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
 * Shows the song in the tab while this person hears it (M4).
 *
 * @param title null while they hear nothing
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

/** Shows a count before the title of the tab (I3). */
export function setTitleCount(next: number): void {
  count = next
  write()
}
