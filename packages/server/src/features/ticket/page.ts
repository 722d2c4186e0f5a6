import type { Language } from '@jointly/domain'
import { createPageTemplate, escapeHtml, type PageTheme } from '../../platform/http/pages/page-template.ts'
import { ticketTexts } from './page-texts.ts'

const template = createPageTemplate(`
main { max-width: 46rem; padding: .25rem .75rem 1rem }
p { margin: 0 0 1rem; color: var(--soft); text-wrap: pretty }
form { margin: 0 }
button { min-height: 54px; padding: 0 1.75rem; border: 0; border-radius: 999px; background: var(--warm);
  color: var(--on-light); font: inherit; font-weight: 600; font-size: 1.1875rem; cursor: pointer }
button:hover { background: var(--meet) }
section { margin: 0 0 1.5rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 14px; background: var(--raised) }
section p:last-child { margin: 0 }
output { display: block; margin: 0 0 1rem; padding: .75rem 1rem; border-radius: 8px; background: var(--lifted);
  color: var(--cool); overflow-wrap: anywhere; user-select: all; cursor: text }
.bad { color: var(--bad) }
`)

/** The headers of every ticket page. */
export const ticketPageHeaders = template.headers

/** What the app asks for in the address of the page: its language (W3), and the theme that the person chose (W2). */
export type PageLook = { language: Language; theme: PageTheme | undefined }

type TicketResult = { link: string; validUntil: number } | { problem: string }

/**
 * Renders the ticket page in the language and theme of the app.
 * @param code with which the form can be submitted once
 * @param result a new ticket with its expiry in epoch milliseconds, or a problem; null before the first ticket
 */
export function ticketPage(look: PageLook, code: string, result: TicketResult | null): string {
  const { language, theme } = look
  const texts = ticketTexts[language]
  return template.html(
    texts.title,
    `<p>${texts.about}</p>
${result ? resultOf(language, result) : ''}
<form method="post" action="/ticket">
<input type="hidden" name="code" value="${escapeHtml(code)}">
<input type="hidden" name="lang" value="${language}">
${theme ? `<input type="hidden" name="theme" value="${theme}">` : ''}
<button type="submit">${result ? texts.another : texts.create}</button>
</form>`,
    look,
  )
}

function resultOf(language: Language, result: TicketResult): string {
  const texts = ticketTexts[language]
  if ('problem' in result) return `<p class="bad" role="alert" lang="en">${escapeHtml(result.problem)}</p>`
  return `<section aria-label="${texts.made}">
<div id="link">
<p>${texts.send}</p>
<output tabindex="0">${escapeHtml(result.link)}</output>
</div>
<p>${escapeHtml(texts.ends(dayOf(language, result.validUntil)))}</p>
</section>`
}

/** Renders the page for an invalid code. */
export function endedPage(look: PageLook): string {
  const texts = ticketTexts[look.language]
  return template.html(
    texts.title,
    `<p class="bad" role="alert">${texts.ended}</p>
<p>${texts.openAgain}</p>`,
    look,
  )
}

/** Writes a day in words. The day is that of UTC, because the server does not know the user's time zone. */
const dayOf = (language: Language, ms: number): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'full',
    timeZone: 'UTC',
  }).format(ms)
