import { after } from '../../shared/browser/timers.ts'

const APP_SCRIPTS = /<template data-scripts="([^"]+)"/
/** How long the page waits until a new service worker starts, in milliseconds. */
const WORKER_TIMEOUT_MS = 20_000
const TRIED_KEY = 'stage version'

/**
 * Returns the addresses of the app's scripts in an HTML page, as one text. Each version of the app has different
 * addresses. Null if the page has no such scripts.
 */
export const appScriptsOf = (html: string): string | null => APP_SCRIPTS.exec(html)?.[1] ?? null

/**
 * Returns the addresses of the scripts with which the current page runs. They are one text, in the form of
 * `appScriptsOf`, so that the two can be compared. Null if the page has no such scripts.
 */
export const runningScripts = (): string | null =>
  document.querySelector<HTMLElement>('template[data-scripts]')?.dataset.scripts ?? null

/**
 * Loads a new version of the app if the server has one (X9). Each version is tried only once. Otherwise a failing
 * version would reload the page endlessly.
 * @param running the addresses of the app's scripts in the current page
 * @param reload reloads the page
 */
export async function takeNewVersion(running: string | null, reload: () => void): Promise<void> {
  // The query string prevents the service worker from answering with a cached page.
  const answer = await fetch(`/index.html?at=${Date.now()}`, { cache: 'no-store' }).catch(() => null)
  const newest = answer?.ok ? appScriptsOf(await answer.text()) : null
  if (running === null || newest === null || newest === running) return
  if (sessionStorage.getItem(TRIED_KEY) === newest) return
  sessionStorage.setItem(TRIED_KEY, newest)
  await replaceWorker(navigator.serviceWorker)
  reload()
}

/**
 * Starts the service worker of the new version. Otherwise the old service worker would answer with the old page.
 * @param workers undefined if the browser does not support service workers
 */
async function replaceWorker(workers: ServiceWorkerContainer | undefined): Promise<void> {
  const registration = await workers?.getRegistration().catch(() => undefined)
  if (!workers || !registration) return
  const changed = new Promise<void>((resolve) => {
    workers.addEventListener('controllerchange', () => resolve(), { once: true })
    after(WORKER_TIMEOUT_MS, resolve)
  })
  const activate = (worker: ServiceWorker | null) => worker?.postMessage({ type: 'SKIP_WAITING' })
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') activate(installing)
    })
  })
  await registration.update().catch(() => undefined)
  activate(registration.waiting)
  await changed
}
