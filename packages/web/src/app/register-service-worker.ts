import i18next from 'i18next'
import { showToast } from '../shared/ui/toasts/toast.ts'

const offer = (text: string, label: string, run: () => void) => showToast({ text, action: { label, run } })

/**
 * Registers the service worker. The build makes it from the `workbox` options in `vite.config.ts`. It stores
 * the files of the app on this device. For a new version, the page reloads only after the person agreed, so that no
 * typed text is lost. A reload by the person counts as agreement (E5).
 * @param workers undefined if the browser has no service workers
 * @param reload reloads the page
 * @param isReload whether the person has just reloaded this page
 */
export async function registerServiceWorker(
  workers: ServiceWorkerContainer | undefined,
  reload: () => void,
  isReload: boolean,
): Promise<void> {
  const registration = await workers?.register('/sw.js').catch(() => null)
  if (!workers || !registration) return
  // On a first visit no older version was in use, so the person sees no message about a new version.
  const hadVersion = workers.controller !== null
  let agreed = false
  const replaceBy = (waiting: ServiceWorker) => {
    agreed = true
    waiting.postMessage({ type: 'SKIP_WAITING' })
  }
  const offerWaiting = (waiting: ServiceWorker) =>
    offer(i18next.t('state.newVersion'), i18next.t('state.update'), () => replaceBy(waiting))
  workers.addEventListener('controllerchange', () => {
    if (agreed) reload()
    else if (hadVersion) offer(i18next.t('state.newVersionElsewhere'), i18next.t('state.reload'), reload)
  })
  // On a first visit, Firefox shows the first worker as waiting for a moment. Then no worker is active yet.
  if (registration.waiting && registration.active) {
    if (isReload) replaceBy(registration.waiting)
    else offerWaiting(registration.waiting)
  }
  const watch = (installing: ServiceWorker | null) =>
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && hadVersion) offerWaiting(installing)
    })
  // The browser may have found the new version while the page started.
  watch(registration.installing)
  registration.addEventListener('updatefound', () => watch(registration.installing))
}

/**
 * Looks for a new version of the app. By itself, a browser does this only when a page is loaded.
 * @param workers undefined if the browser has no service workers
 */
export async function lookForNewVersion(workers: ServiceWorkerContainer | undefined): Promise<void> {
  const registration = await workers?.getRegistration().catch(() => undefined)
  await registration?.update().catch(() => undefined)
}
