import { escapeHtml, createPageTemplate } from '../../platform/http/pages/page-template.ts'

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

const TITLE = 'Beta ticket'

/**
 * Renders the ticket page.
 * @param code submits the form once
 * @param result a new ticket with its expiry in epoch milliseconds, or the problem; null before the first
 * ticket
 */
export function ticketPage(
  code: string,
  result: { link: string; validUntil: number } | { problem: string } | null,
): string {
  const button = result ? 'Create another ticket' : 'Create ticket'
  return template.html(
    TITLE,
    `<p>A ticket lets one person create an account. It works once, for 14 days.</p>
${result ? resultOf(result) : ''}
<form method="post" action="/ticket">
<input type="hidden" name="code" value="${escapeHtml(code)}">
<button type="submit">${button}</button>
</form>`,
  )
}

function resultOf(outcome: { link: string; validUntil: number } | { problem: string }): string {
  if ('problem' in outcome) return `<p class="bad" role="alert">${escapeHtml(outcome.problem)}</p>`
  return `<section aria-label="New ticket">
<p>Send this link to one person. One click selects it, to be copied:</p>
<output tabindex="0">${escapeHtml(outcome.link)}</output>
<p>It ends on ${escapeHtml(dayOf(outcome.validUntil))}.</p>
</section>`
}

/** Renders the page for an invalid code. */
export function endedPage(): string {
  return template.html(
    TITLE,
    `<p class="bad" role="alert">This page has ended: its address works once, and for ten minutes.</p>
<p>Open it again from the settings.</p>`,
  )
}

/**
 * Writes a date and time in words. The time is in UTC, because the server does not know the user's time zone.
 */
function dayOf(ms: number): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })
    .format(ms)
    .concat(' UTC')
}
