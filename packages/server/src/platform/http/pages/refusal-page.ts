import type { Language } from '@jointly/domain'
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../../refusal.ts'
import { type PageRefusal, pageTexts } from './page-texts.ts'
import { createPageTemplate, escapeHtml } from './page-template.ts'

const template = createPageTemplate(`
body { display: grid; place-items: center; min-height: 100vh; background: var(--page) }
main { max-width: 32rem; padding: 2rem 1.25rem; text-align: center }
h1 { margin: 0 0 1rem; font-size: 1.75rem }
p { margin: 0 0 1.5rem; color: var(--soft) }
a { display: inline-block; padding: .9rem 1.75rem; border-radius: 999px; background: var(--warm); color: var(--on-light);
  font-weight: 600; text-decoration: none }
`)

export const refusalPageHeaders = { ...template.headers, vary: 'Accept-Language' }

/** Returns whether a browser navigates to this URL, so that the refusal is a page (E4). API calls get JSON (E1). */
export function wantsPage({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !/^\/api(\/|\?|$)/.test(url) && /\btext\/html\b/.test(headers.accept ?? '')
}

/**
 * Renders a page that says in plain words why the requested page is missing, with a link to the start (E4, W3). A
 * text that exists only in English is marked as English.
 */
export function refusalPage(refused: Refusal, language: Language): string {
  const texts = pageTexts[language]
  const title = refused.code === 'not-found' ? texts.missing.title : texts.failed
  const text = translatedText(refused, language)
  const words =
    text === null
      ? `<p lang="en">${escapeHtml(refused.body.error.message)}</p>`
      : `<p>${escapeHtml(text)}</p>`
  return template.html(title, `<h1>${title}</h1>\n${words}\n<a href="/">${texts.toStart}</a>`, { language })
}

/** Returns the text of a refusal in the given language. Null if the text exists only in English. */
function translatedText({ code, details }: Refusal, language: Language): string | null {
  const { missing, refusals } = pageTexts[language]
  if (details.page !== undefined) return refusals[details.page]
  if (details.message !== undefined) return null
  if (code === 'not-found') return missing.text
  return code === 'rate-limited' ? refusals.tooOften : null
}

/** Returns the details of a refusal whose text exists in each language. API clients get the English text. */
export const withPageText = (page: PageRefusal): { page: PageRefusal; message: string } => ({
  page,
  message: pageTexts.en.refusals[page],
})
