import { useSyncExternalStore } from 'react'

/** The event of browsers that offer to install the app; it is in no standard type library. */
type InstallEvent = Event & { prompt: () => Promise<unknown> }

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event

let offered: InstallEvent | null = null
const listeners = new Set<() => void>()

function keep(event: InstallEvent | null) {
  offered = event
  for (const listener of listeners) listener()
}

/** Must run when the page starts: browsers offer once, early. */
export function watchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isInstallEvent(event)) keep(event)
  })
  window.addEventListener('appinstalled', () => keep(null))
}

/** Asks the browser to install the app; null where it does not offer to (spec section 1). */
export function useInstall(): (() => void) | null {
  const event = useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => offered,
  )
  return event && (() => void event.prompt().then(() => keep(null)))
}
