/**
 * Loads the styles that failed to load. The build adds the styles of a part to the page only once, so a second import of
 * the part alone would show it without them.
 * @returns rejects if they failed again
 */
export async function loadStylesAgain(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  const loaded = new Set(links.filter(({ sheet }) => sheet !== null).map(({ href }) => href))
  const failed = new Set(links.map(({ href }) => href).filter((href) => !loaded.has(href)))
  await Promise.all([...failed].map(loadStyle))
}

const loadStyle = (href: string) =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = href
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
    document.head.append(link)
  })
