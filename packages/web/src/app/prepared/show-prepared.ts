import { rememberedTarget, sessionOf } from '../../shared/browser/login-target.ts'
import { storedToken } from '../../shared/browser/token.ts'
import { preferredLanguage } from '../../shared/i18n/language.ts'
import { showStoredTheme } from '../../shared/ui/styles/theme.ts'
import { showSession } from './show-session.ts'
import { startApp } from './start-app.ts'

// This script runs while the browser reads index.html. It shows the first text before the app is loaded, and loads
// the scripts of the app.
showStoredTheme()

const isFirstPage = location.pathname === '/' && /^(#\/?(login)?)?$/.test(location.hash)

const token = storedToken()
const ssid = location.pathname === '/' ? sessionOf(location.hash.slice(1)) : null
void startApp(token !== null && ssid !== null ? showSession(ssid, token) : null)

if (isFirstPage && token === null && rememberedTarget() === null) {
  const language = preferredLanguage()
  const template = document.querySelector<HTMLTemplateElement>(`template[data-language="${language}"]`)
  if (template) {
    document.documentElement.lang = language
    document.getElementById('root')?.replaceChildren(template.content)
  }
}
