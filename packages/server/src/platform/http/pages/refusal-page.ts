import type { FastifyRequest } from 'fastify'
import type { Refused } from '../../refusal.ts'
import { createPageTemplate, escapeHtml } from './page-template.ts'

const template = createPageTemplate(`
body { display: grid; place-items: center; min-height: 100vh; background: #0a1016 }
main { max-width: 32rem; padding: 2rem 1.25rem; text-align: center }
h1 { margin: 0 0 1rem; font-size: 1.75rem }
p { margin: 0 0 1.5rem; color: var(--soft) }
a { display: inline-block; padding: .9rem 1.75rem; border-radius: 999px; background: var(--warm); color: var(--on-light);
  font-weight: 600; text-decoration: none }
`)

export const refusalPageHeaders = template.headers

/** Returns whether a person opened this address with a browser. API calls always get JSON (E1, E4). */
export function wantsPage({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !/^\/api(\/|\?|$)/.test(url) && /\btext\/html\b/.test(headers.accept ?? '')
}

/** Renders a page that says in plain words why the requested page is missing, with a link to the start (E4). */
export function refusalPage({ code, body, details }: Refused): string {
  const isMissing = code === 'not-found'
  const title = isMissing ? 'This page does not exist' : 'This did not work'
  const text = isMissing && details.message === undefined ? MISSING_TEXT : body.error.message
  return template.html(title, `<h1>${title}</h1>\n<p>${escapeHtml(text)}</p>\n<a href="/">To the start</a>`)
}

const MISSING_TEXT = 'The address may be mistyped, or the page is no longer there.'
