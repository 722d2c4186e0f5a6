import { useEffect } from 'react'

const NAME = 'Jointly'

/** The screen the tab is named after; one that is shown while another still goes keeps the name. */
let page: { readonly title: string } | null = null
let count = 0

/** The title of the tab: how many sessions count for the badge, the screen, the product. */
export const titleFor = (page: string | null, count: number): string =>
  `${count > 0 ? `(${count}) ` : ''}${page ? `${page} · ` : ''}${NAME}`

const write = () => {
  document.title = titleFor(page?.title ?? null, count)
}

/** Names the tab after the screen while it is shown. @param title null leaves the name to another */
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

/** Puts a count before the name of the tab (I3). */
export function setTitleCount(next: number): void {
  count = next
  write()
}
