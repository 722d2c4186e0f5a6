import { type Invitation, shortLink } from '@jointly/contract'
import { formatCode, type Language, normalizeCode } from '@jointly/domain'
import { createPageTemplate, escapeHtml } from '../../platform/http/pages/page-template.ts'
import { pageTexts } from '../../platform/http/pages/page-texts.ts'
import { APP_ICON } from './link-preview-picture.ts'

const template = createPageTemplate(`
body { display: grid; place-items: center; min-height: 100vh; background: var(--page) }
main { max-width: 32rem; padding: 2rem 1.25rem; text-align: center }
h1 { margin: 0 0 1rem; font-size: 1.75rem; overflow-wrap: anywhere }
p { margin: 0 0 1.5rem; color: var(--soft) }
main > a { display: inline-block; padding: .9rem 1.75rem; border-radius: 999px; background: var(--warm);
  color: var(--on-light); font-weight: 600; text-decoration: none }
`)

export const invitationPageHeaders = { ...template.headers, vary: 'Accept-Language' }

/** The language of the visitor (W3), and the origin for links that other people open. */
type Visit = { language: Language; origin: string }

/**
 * Renders the page of a short link (J4): Open Graph tags for messengers, and a redirect to the session for people.
 * @param picture the address of a PNG or JPEG; it may be relative to the origin
 */
export function invitationPage(invitation: Invitation, picture: string, { language, origin }: Visit): string {
  const title = withoutControls(invitation.title)
  const text = describe(invitation, language)
  const to = `/#/main/${invitation.ssid}`
  return template.html(
    title,
    `<h1 dir="auto">${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<a href="${to}">${pageTexts[language].invitation.open}</a>`,
    {
      language,
      head:
        openGraph(origin, { title, text, picture, link: shortLink(origin, invitation.code) }) + forwardTo(to),
    },
  )
}

/**
 * Renders the page for a code without an open session (J4). The page forwards to the code field of the app. It is the
 * same for closed, deleted and unknown sessions, so that nobody learns which sessions exist (S2).
 * @param typed the code as the person typed it; the page shows only its first characters
 */
export function noInvitationPage(typed: string, { language, origin }: Visit): string {
  const { invitation: texts, tagline } = pageTexts[language]
  // The hyphen prevents the router of the app from reading a code of digits as a number.
  const code = formatCode(normalizeCode(typed).slice(0, SHOWN_CODE_LENGTH)).toWellFormed().replace(' ', '-')
  const to = `/#/join?unknown=${encodeURIComponent(code)}`
  return template.html(
    'Jointly',
    `<h1>${texts.unknown}</h1>
<p>${texts.unknownText}</p>
<a href="${escapeHtml(to)}">${texts.typeCode}</a>`,
    {
      language,
      head:
        openGraph(origin, { title: 'Jointly', text: tagline, picture: APP_ICON, link: origin }) +
        forwardTo(to),
    },
  )
}

/**
 * Renders the page after too many lookups. The page does not forward, because the app could not look up the
 * code either.
 */
export function tooManyPage(waitSec: number, language: Language): string {
  const { invitation: texts, toStart } = pageTexts[language]
  const minutes = Math.max(1, Math.ceil(waitSec / 60))
  return template.html(
    'Jointly',
    `<h1>${texts.tooMany}</h1>
<p>${texts.wait(minutes)}</p>
<a href="/">${toStart}</a>`,
    { language },
  )
}

/** The page shows only this many characters of a typed code, because the text may be long. */
const SHOWN_CODE_LENGTH = 12

type Preview = { title: string; text: string; picture: string; link: string }

function openGraph(origin: string, { title, text, picture, link }: Preview): string {
  const tags = {
    'og:site_name': 'Jointly',
    'og:type': 'website',
    'og:title': title,
    'og:description': text,
    'og:image': new URL(picture, origin).href,
    'og:url': link,
  }
  const graph = Object.entries(tags).map(
    ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">\n`,
  )
  return `${graph.join('')}<meta name="description" content="${escapeHtml(text)}">
<meta name="twitter:card" content="summary">
<meta name="robots" content="noindex">
`
}

/**
 * Renders the script-free redirect to an address.
 * @param to an address of this server, without quotes
 */
function forwardTo(to: string): string {
  return `<meta http-equiv="refresh" content="0; url=${escapeHtml(to)}">\n`
}

/**
 * Describes the session in one or two plain sentences. Names are isolated (Unicode bidi), so that a name cannot change
 * the direction of the other words.
 */
function describe({ owner, song, people }: Invitation, language: Language): string {
  const texts = pageTexts[language].invitation
  const invite = texts.from(isolated(owner))
  if (!song) return invite
  const artists = song.artists.map(({ name }) => name).join(', ')
  const sentences = [texts.playing(isolated(song.title), isolated(artists)), invite]
  return [...sentences, ...(people > 0 ? [texts.inside(people)] : [])].join(' ')
}

const isolated = (text: string): string => `\u2068${withoutControls(text)}\u2069`

/** Removes control characters and characters that change the direction of the text. */
function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()
}
