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
  // No worker controls a page of a first visit: the page was loaded without one.
  const hadVersion = workers.controller !== null
  let agreed = false
  const replaceBy = (waiting: ServiceWorker) => {
    agreed = true
    waiting.postMessage({ type: 'SKIP_WAITING' })
  }
  const offerWaiting = (waiting: ServiceWorker) =>
    offer(i18next.t('state.newVersion'), i18next.t('state.update'), () => replaceBy(waiting))
  const offerReload = (text: string) => offer(text, i18next.t('state.reload'), reload)
  workers.addEventListener('controllerchange', () => {
    if (agreed) reload()
    else if (hadVersion) offerReload(i18next.t('state.newVersionElsewhere'))
  })
  // On a first visit, Firefox shows the first worker as waiting for a moment. Then no worker is active yet.
  if (registration.waiting && registration.active) {
    if (isReload) replaceBy(registration.waiting)
    else offerWaiting(registration.waiting)
  }
  const watch = (installing: ServiceWorker | null) =>
    installing?.addEventListener('statechange', () => {
      if (installing.state !== 'installed') return
      if (hadVersion) offerWaiting(installing)
      // A page without a worker does not make the new version wait. The first version itself is not offered.
      else if (registration.active) offerReload(i18next.t('state.newVersion'))
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
