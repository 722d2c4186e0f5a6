import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/**
 * The event with which a browser offers to install the app. It is declared here, because TypeScript does not have it.
 */
type InstallEvent = Event & { prompt: () => Promise<unknown> }

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event

let offer: InstallEvent | null = null
const listeners = createListeners()

function setOffer(event: InstallEvent | null) {
  offer = event
  listeners.notify()
}

/**
 * Stores the browser's offer to install the app. Call this when the page starts, because browsers make the offer only
 * once, and early.
 */
export function watchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isInstallEvent(event)) setOffer(event)
  })
  window.addEventListener('appinstalled', () => setOffer(null))
}

/**
 * Returns a function that asks the browser to install the app. Null while the browser does not offer it (spec section
 * 1).
 */
export function useInstall(): (() => void) | null {
  const event = useSyncExternalStore(listeners.add, () => offer)
  return event && (() => void event.prompt().then(() => setOffer(null)))
}
