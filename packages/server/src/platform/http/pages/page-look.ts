import { createHash } from 'node:crypto'

/** How the pages that the server itself makes look, and the headers that let them do no more than that. */
export type PageLook = {
  /** @param body markup, its texts escaped */
  html(title: string, body: string): string
  headers: Readonly<Record<string, string>>
}

/**
 * The look of a page that nothing is loaded for and nothing runs in: the app's colours, and a style of its own. Only
 * the app may frame it, and a form of it may only be sent to us.
 */
export function pageLook(ownStyle: string): PageLook {
  const style = BASE + ownStyle
  const hash = createHash('sha256').update(style).digest('base64')
  return {
    html: (title, body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
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

/** A text as it stands between tags and in attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** The app's colours and measures; transparent, so that what frames a page shows through. */
const BASE = `
:root { color-scheme: dark; --raised: #111a22; --lifted: #192530; --line: rgb(190 220 240 / .11); --text: #f6f1e7;
  --soft: #b4c0ca; --warm: #ffb05c; --meet: #fff3d9; --on-light: #10161c; --cool: #66d9e0; --bad: #ff8d7d;
  color: var(--text); font: 16px/1.5 "Instrument Sans", system-ui, sans-serif }
* { box-sizing: border-box }
body { margin: 0 }
a { color: var(--cool); text-underline-offset: .2em }
:focus-visible { outline: 3px solid var(--cool); outline-offset: 3px }
`
