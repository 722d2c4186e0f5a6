import { createHash } from 'node:crypto'
import type { Language } from '@jointly/domain'

/** A template for pages that the server renders, with matching security headers. */
export type PageTemplate = {
  /**
   * Renders a page.
   * @param body HTML in which the caller has escaped all texts
   * @param options `head` is HTML that is added to the head; the default of `language` is English
   */
  html(title: string, body: string, options?: { head?: string; language?: Language }): string
  headers: Readonly<Record<string, string>>
}

/**
 * Creates a template for pages without scripts and external files, in the colours of the app. Only the app may
 * show these pages in a frame, and their forms may be sent only to this server.
 * @param ownStyle CSS that is added to the style of all pages
 */
export function createPageTemplate(ownStyle: string): PageTemplate {
  const style = BASE + ownStyle
  const hash = createHash('sha256').update(style).digest('base64')
  return {
    html: (title, body, { head = '', language = 'en' } = {}) => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${head}<style>${style}</style>
<main>
${body}
</main>
</html>
`,
    headers: {
      'content-security-policy': [
        `default-src 'none'`,
        `style-src 'sha256-${hash}'`,
        `form-action 'self'`,
        `base-uri 'none'`,
        `frame-ancestors 'self'`,
      ].join('; '),
      'x-frame-options': 'SAMEORIGIN',
    },
  }
}

/** Escapes a text for use in HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/**
 * The style of all pages, with the colours and sizes of the app. The theme is dark, unless a page sets
 * `color-scheme: light dark`. Such a page has the theme of the app when it is in a frame (W2). The background is
 * transparent, so that a page in a frame looks like a part of the app.
 */
const BASE = `
:root { color-scheme: dark; --raised: light-dark(#fffdf9, #111a22); --lifted: light-dark(#f3ede2, #192530);
  --line: light-dark(rgb(60 50 30 / .2), rgb(190 220 240 / .11)); --text: light-dark(#1a2129, #f6f1e7);
  --soft: light-dark(#46525d, #b4c0ca); --warm: light-dark(#9c4a00, #ffb05c); --meet: light-dark(#1a2129, #fff3d9);
  --on-light: light-dark(#fffdf9, #10161c); --cool: light-dark(#0a6470, #66d9e0); --bad: light-dark(#a32a1c, #ff8d7d);
  color: var(--text); font: 16px/1.5 "Instrument Sans", system-ui, sans-serif }
* { box-sizing: border-box }
body { margin: 0 }
a { color: var(--cool); text-underline-offset: .2em }
:focus-visible { outline: 3px solid var(--cool); outline-offset: 3px }
`
