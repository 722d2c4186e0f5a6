import { createHash } from 'node:crypto'
import type { Language } from '@jointly/domain'
import * as z from 'zod/mini'

/** The themes that the app can ask for when it shows a page in a frame (W2). */
export const PAGE_THEMES = ['light', 'dark'] as const
export type PageTheme = (typeof PAGE_THEMES)[number]

const Themed = z.catch(z.object({ theme: z.optional(z.enum(PAGE_THEMES)) }), {})

/** Returns the theme in the query or the form of a page. Undefined if the system's theme applies. */
export const themeIn = (values: unknown): PageTheme | undefined => Themed.parse(values).theme

type PageOptions = { head?: string; language?: Language; theme?: PageTheme | undefined }

/** A template for pages that the server renders, with matching security headers. */
export type PageTemplate = {
  /**
   * Renders a page.
   * @param body HTML in which the caller has escaped all texts
   * @param options `head` is HTML that is added to the head; the default of `language` is English;
   * without `theme`, the page has the theme of the system
   */
  html(title: string, body: string, options?: PageOptions): string
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
    html: (title, body, { head = '', language = 'en', theme } = {}) => `<!doctype html>
<html lang="${language}"${theme ? ` data-theme="${theme}"` : ''}>
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
 * The style of all pages, with the colours and sizes of the app. A page has the theme of the system, or the one in
 * `data-theme`, which the app asks for when it shows the page in a frame (W2). The background is transparent, so that a
 * page in a frame looks like a part of the app. A page outside of a frame uses `--page`.
 */
const BASE = `
:root { color-scheme: light dark; --page: light-dark(#f5f0e6, #0a1016);
  --raised: light-dark(#fffdf9, #111a22); --lifted: light-dark(#f3ede2, #192530);
  --line: light-dark(rgb(60 50 30 / .2), rgb(190 220 240 / .11)); --text: light-dark(#1a2129, #f6f1e7);
  --soft: light-dark(#46525d, #b4c0ca); --warm: light-dark(#9c4a00, #ffb05c); --meet: light-dark(#1a2129, #fff3d9);
  --on-light: light-dark(#fffdf9, #10161c); --cool: light-dark(#0a6470, #66d9e0); --bad: light-dark(#a32a1c, #ff8d7d);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif }
:root[data-theme=light] { color-scheme: light }
:root[data-theme=dark] { color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0 }
a { color: var(--cool); text-underline-offset: .2em }
:focus-visible { outline: 3px solid var(--cool); outline-offset: 3px }
`
