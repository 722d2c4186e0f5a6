import i18next from 'i18next'
import { showToast } from '../shared/ui/toasts/toast.ts'

const offer = (text: string, label: string, run: () => void) => showToast({ text, action: { label, run } })

/**
 * Keeps the app's files on this device (the worker is made by the build). A new version takes over only when the
 * person says so, and a page is never reloaded unasked: what is being typed, here or in another tab, stays.
 * Where a browser refuses workers the app runs all the same.
 *
 * @param workers undefined where the browser has none
 * @param reload loads the page anew
 */
export async function keepUpdated(
  workers: ServiceWorkerContainer | undefined,
  reload: () => void,
): Promise<void> {
  const registration = await workers?.register('/sw.js').catch(() => null)
  if (!workers || !registration) return
  // The first worker ever takes over silently: there is no older version to replace.
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
  if (registration.waiting) offerWaiting(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && hadVersion) offerWaiting(coming)
    })
  })
}
