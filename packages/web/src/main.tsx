import './shared/ui/styles/tokens.css'
import './shared/ui/styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { translations } from './app/languages/translations.ts'
import { texts } from './app/texts.ts'
import { registerServiceWorker } from './app/service-worker.ts'
import { watchInstallOffer } from './shared/browser/install.ts'
import { startTexts } from './shared/i18n/i18n.ts'
import { showStoredTheme } from './shared/ui/styles/theme.ts'
import { startLanguage } from './shared/i18n/load-texts.ts'

showStoredTheme()
startTexts(texts)
await startLanguage(translations)
watchInstallOffer()
if (import.meta.env.PROD)
  window.addEventListener(
    'load',
    () => void registerServiceWorker(navigator.serviceWorker, () => location.reload()),
  )

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
