import type { Language } from '../../http/language.ts'
import type { ListenerOption } from '../listener-options.ts'
import { escapeHtml } from './escape.ts'
import { type ConsentTexts, consentTexts, type Notice, type Permission } from './texts.ts'

/** The data of the consent page. `notice` says what was wrong with the submitted form. */
export type ConsentView = {
  readonly language: Language
  readonly basePath: string
  readonly appName: string
  readonly signedRequest: string
  readonly permissions: readonly Permission[]
  readonly listeners: readonly ListenerOption[]
  readonly chosen: string | null
  readonly typedName: string
  readonly notice: Notice | null
}

const initialOf = (name: string): string => escapeHtml([...name][0] ?? '?')

function card(listener: ListenerOption, view: ConsentView, texts: ConsentTexts): string {
  const id = escapeHtml(listener.id)
  const badges = listener.free ? `<span class="badge free">${texts.free}</span>` : ''
  return `<label class="person">
  <input type="radio" name="person" value="${id}"${view.chosen === listener.id ? ' checked' : ''}>
  <span class="face"><img src="${view.basePath}/pictures/person/${encodeURIComponent(listener.id)}/300" alt="" width="72" height="72"><span class="initial" aria-hidden="true">${initialOf(listener.name)}</span></span>
  <span class="name">${escapeHtml(listener.name)}</span>
  <span class="likes">${escapeHtml(listener.likes)}</span>
  <span class="badges">${badges}</span>
</label>`
}

/** The icon of the page in the tab. Without it, the browser would request `/favicon.ico`, which does not exist. */
const TAB_ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' stroke='%23f28a2e' stroke-width='2.6' stroke-linecap='round'%3E%3Cpath d='M3 14v-4M7.5 18V6M12 15V9M16.5 20V4M21 14v-4'/%3E%3C/svg%3E"

/** Renders the consent page as HTML that works without its script. Every text is escaped. */
export function consentPage(view: ConsentView): string {
  const { basePath, language } = view
  const texts = consentTexts[language]
  const app = escapeHtml(view.appName)
  const notice =
    view.notice === null ? '' : `<p class="notice" role="alert">${texts.notices[view.notice]}</p>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${TAB_ICON}">
<title>${texts.title} · ${app}</title>
<link rel="stylesheet" href="${basePath}/accounts/consent.css">
<link rel="stylesheet" href="${basePath}/accounts/people.css">
<script src="${basePath}/accounts/consent.js" defer></script>
</head>
<body>
<main>
<header>
  <p class="service"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 14v-4M7.5 18V6M12 15V9M16.5 20V4M21 14v-4"/></svg>${texts.service(app)}</p>
  <h1>${texts.heading}</h1>
  <p class="lead">${texts.lead}</p>
</header>
${notice}
<form method="post" action="${basePath}/accounts/authorize">
  <input type="hidden" name="request" value="${escapeHtml(view.signedRequest)}">
  <fieldset class="people">
    <legend>${texts.people}</legend>
    ${view.listeners.map((listener) => card(listener, view, texts)).join('\n    ')}
    <div class="person someone">
      <input type="radio" name="person" value="new" id="someone"${view.chosen === 'new' ? ' checked' : ''}>
      <label for="someone" class="face" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M12 5v14M5 12h14"/></svg></label>
      <label for="someone" class="name">${texts.someoneNew}</label>
      <span class="likes"><input type="text" name="name" value="${escapeHtml(view.typedName)}" maxlength="40" placeholder="${texts.yourName}" autocomplete="nickname" aria-label="${texts.yourName}"></span>
      <span class="badges"><span class="badge">${texts.newPlaylists}</span></span>
    </div>
  </fieldset>
  <section class="asks" aria-labelledby="asks">
    <h2 id="asks">${texts.asks(app)}</h2>
    <ul>${view.permissions.map((permission) => `<li>${texts.permissions[permission]}</li>`).join('')}</ul>
  </section>
  <div class="actions">
    <button class="deny" name="decision" value="deny" formnovalidate>${texts.deny}</button>
    <button class="allow" name="decision" value="allow">${texts.allow}</button>
  </div>
</form>
</main>
</body>
</html>
`
}
