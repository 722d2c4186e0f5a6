import type { IncomingMessage } from 'node:http'
import { type Answer, html, text } from '../http/answer.ts'
import { bodyLimits, readBody } from '../http/body.ts'
import type { Collection } from '../library/collection.ts'
import type { Profile } from '../store/grants.ts'
import { createExpiring } from '../store/expiring.ts'
import { presentableName } from '../store/names.ts'
import { hashOf, newSecret } from '../store/secrets.ts'
import { type AuthorizeRequest, back, readAuthorizeRequest } from './authorization.ts'
import { choicesOf } from './choices.ts'
import type { Client, RedirectPolicy } from './clients.ts'
import type { Codes } from './codes.ts'
import { consentPage, type ConsentView } from './page/consent-page.ts'
import { inWords } from './scopes.ts'
import { createRequestSeal } from './sealed-request.ts'

type Options = {
  readonly basePath: string
  readonly signingKey: string
  /** Whether `login_as` approves without a page: for tests and the development world alone. */
  readonly loginAs: boolean
  readonly clients: ReadonlyMap<string, Client>
  readonly redirectPolicy: RedirectPolicy
  readonly collection: Collection
  readonly codes: Codes
  readonly now: () => number
}

type Problem = Pick<ConsentView, 'chosen' | 'typedName' | 'notice'>

/** As long as a page can be answered. */
const answeredForMs = 30 * 60_000
const cookieName = 'jointly_music_visit'
const untouched: Problem = { chosen: null, typedName: '', notice: null }
const gone = text(400, 'This page is no longer valid. Close it and connect again.')

/** The consent page and its answer. */
export function createConsent(options: Options) {
  const { basePath, clients, redirectPolicy, collection, codes, now } = options
  const seal = createRequestSeal(options.signingKey, clients)
  const answered = createExpiring<true>(answeredForMs)

  const page = (
    sealed: string,
    request: AuthorizeRequest,
    problem: Problem,
    headers: Record<string, string> = {},
  ) =>
    html(
      consentPage({
        ...problem,
        basePath,
        sealedRequest: sealed,
        appName: request.client.name ?? 'Jointly',
        wishes: inWords(request.scopes),
        choices: choicesOf(collection.catalogue()),
      }),
      {
        ...headers,
        'content-security-policy': pagePolicy(request),
        'cache-control': 'no-store',
        ...pageHeaders,
      },
    )

  const bundled = (id: string): Profile | null => {
    const person = collection.catalogue().people.get(id)
    return person === undefined ? null : { profileId: id, displayName: person.displayName }
  }
  const approve = (request: AuthorizeRequest, chosen: Profile): Answer =>
    back(request.redirectUri, { code: codes.issue(request, chosen, now()) }, request.state)

  /** Whom the form means, or what has to be asked again. */
  const chosenBy = (form: URLSearchParams): Profile | Problem => {
    const typedName = form.get('name') ?? ''
    const chosen = form.get('person') ?? (typedName.trim() === '' ? null : 'new')
    const again = (notice: string): Problem => ({ chosen, typedName, notice })
    if (chosen === null) return again('Please choose someone, or type your name.')
    if (chosen !== 'new') {
      return bundled(chosen) ?? again('This person is not here any more. Please choose someone else.')
    }
    const displayName = presentableName(typedName)
    if (displayName === null) return again('Please type a name of up to 40 characters.')
    return { profileId: null, displayName }
  }

  return {
    /** `GET /authorize`. Where the host allows it, `login_as=<person>` approves at once; otherwise the page asks. */
    show(request: IncomingMessage, query: URLSearchParams, ownOrigin: string): Answer {
      const asked = readAuthorizeRequest(query, clients, redirectPolicy, ownOrigin)
      if ('status' in asked) return asked
      const loginAs = query.get('login_as')
      if (loginAs !== null && options.loginAs) {
        const profile = bundled(loginAs)
        return profile === null ? text(400, 'Unknown person') : approve(asked, profile)
      }
      const visitor = cookieOf(request) ?? newSecret('')
      const secure = ownOrigin.startsWith('https:') ? '; Secure' : ''
      return page(seal.seal(asked, hashOf(visitor), now()), asked, untouched, {
        'set-cookie': `${cookieName}=${visitor}; Path=${basePath}/accounts; HttpOnly; SameSite=Strict; Max-Age=3600${secure}`,
      })
    },

    /**
     * `POST /authorize`. Only the visitor the page was shown to can answer it, from that page, once: the sealed
     * request, the visitor's strict cookie and the browser's own `Sec-Fetch-Site` must agree.
     */
    async answer(request: IncomingMessage): Promise<Answer> {
      const body = await readBody(request, bodyLimits.form)
      if (!body.ok) return gone
      const form = new URLSearchParams(body.text)
      const sealed = form.get('request') ?? ''
      const shown = seal.open(sealed, now())
      const site = request.headers['sec-fetch-site']
      const visitor = cookieOf(request)
      if (shown === null || visitor === null || hashOf(visitor) !== shown.visitorHash) return gone
      if ((site !== undefined && site !== 'same-origin') || answered.get(shown.id, now()) !== undefined)
        return gone

      if (form.get('decision') !== 'allow') {
        answered.set(shown.id, true, now())
        return back(shown.request.redirectUri, { error: 'access_denied' }, shown.request.state)
      }
      const chosen = chosenBy(form)
      if ('notice' in chosen) return page(sealed, shown.request, chosen)
      answered.set(shown.id, true, now())
      return approve(shown.request, chosen)
    },
  }
}

const cookieOf = (request: IncomingMessage): string | null =>
  new RegExp(`(?:^|;\\s*)${cookieName}=([A-Za-z0-9_-]{43})`).exec(request.headers.cookie ?? '')?.[1] ?? null

const pageHeaders = {
  'referrer-policy': 'same-origin',
  // The app opens this page as a popup and hears back from it; where both share the origin this keeps them together.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

/** The form's answer redirects to the app, and browsers hold `form-action` against that redirect as well. */
function pagePolicy(request: AuthorizeRequest): string {
  const { origin, protocol } = new URL(request.redirectUri)
  const target = origin === 'null' ? protocol : origin
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' data:",
    `form-action 'self' ${target}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}
