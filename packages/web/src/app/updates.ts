import i18next from 'i18next'
import { showToast } from '../shared/ui/toast.ts'

/** Offers a version of the app that waits to take over; taking it reloads the page. */
function offer(waiting: ServiceWorker): void {
  showToast({
    text: i18next.t('state.newVersion'),
    action: { label: i18next.t('state.update'), run: () => waiting.postMessage({ type: 'SKIP_WAITING' }) },
  })
}

/**
 * Keeps the app's files on this device (the worker is made by the build), and asks before a new version takes over.
 * Where a browser refuses workers the app runs all the same.
 */
export async function keepUpdated(): Promise<void> {
  const workers = navigator.serviceWorker
  const registration = await workers?.register('/sw.js').catch(() => null)
  if (!registration) return
  // The first worker ever takes over silently: there is no older version to replace.
  const hadVersion = workers.controller !== null
  workers.addEventListener('controllerchange', () => hadVersion && location.reload())
  if (registration.waiting) offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && hadVersion) offer(coming)
    })
  })
}
