import './shared/ui/styles/tokens.css'
import './shared/ui/styles/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { preloadOpenedSession } from './app/routing/preload-session.ts'
import { router } from './app/routing/app-router.tsx'
import { translations } from './app/languages/translations.ts'
import { firstTexts } from './app/first-texts.ts'
import { registerServiceWorker } from './app/service-worker.ts'
import { watchInstallOffer } from './shared/browser/install.ts'
import { startTexts } from './shared/i18n/i18n.ts'
import { showStoredTheme } from './shared/ui/styles/theme.ts'
import { startLanguage } from './shared/i18n/load-texts.ts'

/** How long after the load event the first service worker is registered, in milliseconds. */
const FIRST_WORKER_DELAY_MS = 3000

showStoredTheme()
startTexts(firstTexts)
const languageShown = startLanguage(translations)
// In a task of its own, so that the browser can react after it has run the scripts of the first screen.
await new Promise((resolve) => setTimeout(resolve))
preloadOpenedSession()
await languageShown
watchInstallOffer()
if (import.meta.env.PROD) {
  const start = () => {
    const register = () => void registerServiceWorker(navigator.serviceWorker, () => location.reload())
    // The first service worker loads all files of the app, which must not slow down the first screen.
    if (navigator.serviceWorker?.controller) register()
    else setTimeout(register, FIRST_WORKER_DELAY_MS)
  }
  // The page may be loaded already, because the app waits for the cover of a prepared session.
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start)
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// The prepared page stays on the screen until the real one can replace it in one step.
if (root.querySelector('[inert]')) await router.load()
// In a transition, React renders in short parts, so that the browser can react in between.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
