import './shared/ui/tokens.css'
import './shared/ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { App } from './app/App.tsx'
import { texts } from './app/texts.ts'
import { startTexts } from './shared/i18n/i18n.ts'

// The content security policy forbids the code generation that zod would otherwise probe for.
z.config({ jitless: true })
startTexts(texts)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
