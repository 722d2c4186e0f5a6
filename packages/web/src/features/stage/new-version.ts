import { stageKeyOf } from '../../shared/browser/stage-secret.ts'
import { readStored, storageFor, type StorageScope, writeStored } from '../../shared/browser/storage.ts'
import { after } from '../../shared/browser/timers.ts'

const APP_SCRIPTS = /<template data-scripts="([^"]+)"/
/** How long the page waits until a new service worker starts, in milliseconds. */
const WORKER_TIMEOUT_MS = 20_000
/** The storage key for the version that this tab loads, or for which it was reloaded last. */
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
 * Loads a new version of the app if the server has one (X9). The page is reloaded only once for each version. Otherwise
 * a failing version would reload the page endlessly.
 * @param running the addresses of the app's scripts in the current page
 * @param code the code of the session in the address of this screen
 * @param reload reloads the page
 */
export async function takeNewVersion(
  running: string | null,
  code: string,
  reload: () => void,
): Promise<void> {
  // The query string prevents the service worker from answering with a cached page.
  const answer = await fetch(`/index.html?at=${Date.now()}`, { cache: 'no-store' }).catch(() => null)
  const newest = answer?.ok ? appScriptsOf(await answer.text()) : null
  if (running === null || newest === null || newest === running) return
  if (readStored(TRIED_KEY, 'tab') === newest) return
  writeStored(TRIED_KEY, newest, 'tab')
  // If only this page knows the secret of the screen, a reload would end the pairing. If it cannot store the version, it
  // would be reloaded endlessly.
  if (!survivesReload(stageKeyOf(code)) || !survivesReload(TRIED_KEY, 'tab')) return
  if (await replaceWorker(navigator.serviceWorker)) reload()
  else writeStored(TRIED_KEY, null, 'tab')
}

/** Returns whether the value of a key will still be there after a reload, because the browser itself has stored it. */
function survivesReload(key: string, keeping: StorageScope = 'browser'): boolean {
  try {
    return storageFor(keeping).getItem(key) === readStored(key, keeping)
  } catch {
    return false
  }
}

/**
 * Starts the service worker of the new version. Otherwise the old service worker would answer with the old page.
 * @param workers undefined if the browser does not support service workers
 * @returns false if the old service worker still answers, because the new one could not be loaded or still loads
 */
async function replaceWorker(workers: ServiceWorkerContainer | undefined): Promise<boolean> {
  const registration = await workers?.getRegistration().catch(() => undefined)
  if (!workers || !registration) return true
  const end = new AbortController()
  const { signal } = end
  let cancel = () => {}
  const start = (worker: ServiceWorker | null) => worker?.postMessage({ type: 'SKIP_WAITING' })
  const isReplaced = await new Promise<boolean>((resolve) => {
    const watch = (worker: ServiceWorker | null) => {
      const onState = () => {
        if (worker?.state === 'installed') start(worker)
        if (worker?.state === 'redundant') resolve(false)
      }
      worker?.addEventListener('statechange', onState, { signal })
    }
    // The worker may have been loading since the last song.
    watch(registration.installing)
    registration.addEventListener('updatefound', () => watch(registration.installing), { signal })
    workers.addEventListener('controllerchange', () => resolve(true), { signal })
    let isUpdated = false
    // The newest worker may run without a change of the controller: if it started earlier, or if no worker controls
    // this page.
    const hasNewest = () => isUpdated && registration.installing === null && registration.waiting === null
    cancel = after(WORKER_TIMEOUT_MS, () => resolve(hasNewest()))
    void registration
      .update()
      .then(
        () => (isUpdated = true),
        () => undefined,
      )
      .then(() => start(registration.waiting))
  })
  // From now on, a worker that is loaded waits until the next song ends.
  end.abort()
  cancel()
  return isReplaced
}
