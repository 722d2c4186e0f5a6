import { rememberedTarget, sessionOf } from '../../shared/browser/target.ts'
import { storedToken } from '../../shared/browser/token.ts'
import { preferredLanguage } from '../../shared/i18n/language.ts'
import { showStoredTheme } from '../../shared/ui/styles/theme.ts'
import { showSession } from './show-session.ts'

// This script runs while the browser reads index.html. It shows the first text before the scripts of the app are
// loaded.
showStoredTheme()

const isFirstPage = location.pathname === '/' && /^(#\/?(login)?)?$/.test(location.hash)

const token = storedToken()
const ssid = location.pathname === '/' ? sessionOf(location.hash.slice(1)) : null
if (token !== null && ssid !== null) window.preparedSession = showSession(ssid, token)

if (isFirstPage && token === null && rememberedTarget() === null) {
  const language = preferredLanguage()
  const template = document.querySelector<HTMLTemplateElement>(`template[data-language="${language}"]`)
  if (template) {
    document.documentElement.lang = language
    document.getElementById('root')?.replaceChildren(template.content)
  }
}
