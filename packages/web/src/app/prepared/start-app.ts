/** How long the app waits for the cover at most, in milliseconds. */
const MOST_WAIT_MS = 1000

/**
 * Loads the scripts of the app. The build wrote their addresses into index.html. If a session is prepared
 * (`showSession`), this also loads the files of the session screen.
 * @param cover resolves when the prepared session shows its cover. The scripts are loaded after that, because on a slow
 * phone they would delay the cover. Null if no session is prepared.
 */
export async function startApp(cover: Promise<void> | null): Promise<void> {
  if (cover !== null) await Promise.race([cover, new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS))])
  const { scripts, session } = document.querySelector<HTMLElement>('template[data-scripts]')?.dataset ?? {}
  for (const address of addressesIn(scripts)) {
    const script = document.createElement('script')
    script.type = 'module'
    script.src = address
    // Without `async`, the scripts run in the order of the list.
    script.async = false
    document.head.append(script)
  }
  if (cover !== null) addressesIn(session).forEach(preloadFile)
}

const addressesIn = (list = ''): string[] => list.split(' ').filter(Boolean)

/** Starts to load a script or a style sheet, without running it. */
function preloadFile(address: string): void {
  const link = document.createElement('link')
  if (address.endsWith('.css')) {
    link.rel = 'preload'
    link.as = 'style'
    // The link that the app adds later has the same `crossOrigin`. Otherwise the browser would load the file twice.
    link.crossOrigin = 'anonymous'
  } else link.rel = 'modulepreload'
  link.href = address
  document.head.append(link)
}
