import i18next from 'i18next'
import { showToast } from '../shared/ui/toasts/toast.ts'

const offer = (text: string, label: string, run: () => void) => showToast({ text, action: { label, run } })

/**
 * Registers the service worker, which stores the files of the app on this device. For a new version, the page reloads
 * only after the person agreed, so that no typed text is lost.
 * @param workers undefined if the browser has no service workers
 * @param reload reloads the page
 */
export async function registerServiceWorker(
  workers: ServiceWorkerContainer | undefined,
  reload: () => void,
): Promise<void> {
  const registration = await workers?.register('/sw.js').catch(() => null)
  if (!workers || !registration) return
  // On a first visit no older version was in use, so the person sees no message about a new version.
  const hadVersion = workers.controller !== null
  let agreed = false
  const offerWaiting = (waiting: ServiceWorker) =>
    offer(i18next.t('state.newVersion'), i18next.t('state.update'), () => {
      agreed = true
      waiting.postMessage({ type: 'SKIP_WAITING' })
    })
  workers.addEventListener('controllerchange', () => {
    if (agreed) reload()
    else if (hadVersion) offer(i18next.t('state.newVersionElsewhere'), i18next.t('state.reload'), reload)
  })
  // On a first visit, Firefox shows the first worker as waiting for a moment. Then no worker is active yet.
  if (registration.waiting && registration.active) offerWaiting(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && hadVersion) offerWaiting(installing)
    })
  })
}
