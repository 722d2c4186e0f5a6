import './shared/ui/styles/tokens.css'
import './shared/ui/styles/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { preloadOpenedSession } from './app/routing/preload-session.ts'
import { router } from './app/routing/app-router.tsx'
import { translations } from './app/languages/load-translations.ts'
import { firstTexts } from './app/first-texts.ts'
import { after, nextTask } from './shared/browser/timers.ts'
import { watchInstallOffer } from './shared/browser/install.ts'
import { startTexts } from './shared/i18n/i18n.ts'
import { watchStyles } from './shared/ui/parts/failed-styles.ts'
import { showStoredTheme } from './shared/ui/styles/theme.ts'
import { startLanguage } from './shared/i18n/load-texts.ts'

/** How long after the load event the service worker is registered on a first visit, in milliseconds. */
const FIRST_WORKER_DELAY_MS = 8000

showStoredTheme()
watchStyles()
void start()

/**
 * Starts the app. This is a function, because files that it loads import this file. With a top-level `await`, this
 * file and those files would wait for each other.
 */
async function start(): Promise<void> {
  // The next part runs in a new task, so that the browser can react after the scripts of the first screen have run.
  await nextTask()
  startTexts(firstTexts)
  const languageShown = startLanguage(translations)
  const canCall = preloadOpenedSession()
  await languageShown
  watchInstallOffer()
  if (import.meta.env.PROD) startServiceWorker()
  // Without this wait, the app would run the code for calls together with the first screen, in one long task.
  const isSession = await canCall
  await nextTask()
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  // The prepared page stays until the first screen of the app is loaded, so that it is replaced in one step. A session is
  // loaded before React starts. Otherwise the router would show it by an update that React cannot render in parts.
  if (isSession || root.querySelector('[inert]')) await router.load()
  // The transition makes React render in short parts of work, between which the browser can react.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

function startServiceWorker(): void {
  const [navigation] = performance.getEntriesByType('navigation')
  const isReload = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
  // If the code cannot be loaded, the next visit registers the service worker.
  const register = () =>
    void import('./app/register-service-worker.ts').then(
      ({ registerServiceWorker }) =>
        registerServiceWorker(navigator.serviceWorker, () => location.reload(), isReload),
      () => undefined,
    )
  // On a first visit the service worker loads all files of the app. It is registered later, so that it does not
  // slow down the first screen, the player and the first song.
  const registerInTime = () => {
    if (navigator.serviceWorker?.controller) register()
    else after(FIRST_WORKER_DELAY_MS, register)
  }
  // The load event may be over already, because the app waits for the cover of a prepared session.
  if (document.readyState === 'complete') registerInTime()
  else window.addEventListener('load', registerInTime)
}
