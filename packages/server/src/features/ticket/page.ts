import { escaped, pageLook } from '../../platform/http/pages/page-look.ts'

const look = pageLook(`
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

/** The headers that go with every state of the page. */
export const ticketPageHeaders = look.headers

const TITLE = 'Beta ticket'

/**
 * The ticket page with its button.
 *
 * @param code sends the form once
 * @param news a new ticket (its link, and when it ends in epoch milliseconds), or why there is none
 */
export function ticketPage(
  code: string,
  news: { link: string; validUntil: number } | { problem: string } | null,
): string {
  const button = news ? 'Create another ticket' : 'Create ticket'
  return look.html(
    TITLE,
    `<p>A ticket lets one person create an account. It works once, for 14 days.</p>
${news ? newsOf(news) : ''}
<form method="post" action="/ticket">
<input type="hidden" name="code" value="${escaped(code)}">
<button type="submit">${button}</button>
</form>`,
  )
}

function newsOf(news: { link: string; validUntil: number } | { problem: string }): string {
  if ('problem' in news) return `<p class="bad" role="alert">${escaped(news.problem)}</p>`
  return `<section aria-label="New ticket">
<p>Send this link to one person. One click selects it, to be copied:</p>
<output tabindex="0">${escaped(news.link)}</output>
<p>It ends on ${escaped(dayOf(news.validUntil))}.</p>
</section>`
}

/** What a page shows that may not be opened so any more. */
export function endedPage(): string {
  return look.html(
    TITLE,
    `<p class="bad" role="alert">This page has ended: its address works once, and for ten minutes.</p>
<p>Open it again from the settings.</p>`,
  )
}

/** A moment in words; the server knows no one's time zone, so it says which it means. */
function dayOf(ms: number): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })
    .format(ms)
    .concat(' UTC')
}
