/** How long the app waits for the cover of the prepared session, in milliseconds. */
const MOST_WAIT_MS = 1000

/**
 * Loads the scripts of the app, which the build has listed in index.html.
 * @param cover resolves when the prepared session shows its cover; null if no session is prepared. The scripts are
 * loaded after that, because on a slow phone they would delay the cover.
 */
export async function startApp(cover: Promise<void> | null): Promise<void> {
  if (cover !== null) await Promise.race([cover, new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS))])
  const list = document.querySelector<HTMLElement>('template[data-scripts]')?.dataset.scripts ?? ''
  for (const address of list.split(' ').filter(Boolean)) {
    const script = document.createElement('script')
    script.type = 'module'
    script.src = address
    // Without `async`, the scripts run in the order of the list.
    script.async = false
    document.head.append(script)
  }
}
