import type { IncomingMessage } from 'node:http'
import { bodyLimits, readBody } from '../http/body.ts'
import { type Language, languageOf } from '../http/language.ts'
import { html, type HttpResponse, text } from '../http/response.ts'
import type { Collection } from '../library/collection.ts'
import type { Profile } from '../store/grants.ts'
import { hashOf, newSecret } from '../store/secrets.ts'
import { cleanName } from '../store/user-names.ts'
import type { AuthorizationCodes } from './authorization-codes.ts'
import { type AuthorizeRequest, parseAuthorizeRequest, redirectToApp } from './authorize-request.ts'
import type { Client } from './clients.ts'
import { listenerOptions } from './listener-options.ts'
import { consentPage, type ConsentView } from './page/consent-page.ts'
import { consentTexts, type Notice } from './page/texts.ts'
import { permissionsOf } from './scopes.ts'
import { type ConsentRequest, createRequestSigner } from './signed-request.ts'
import { createSubmittedPages } from './submitted-pages.ts'

type Options = {
  readonly basePath: string
  readonly signingKey: string
  /**
   * Whether the query parameter `login_as=<person>` gives consent without the page. Only tests and the development
   * server enable it.
   */
  readonly loginAs: boolean
  readonly clients: ReadonlyMap<string, Client>
  readonly collection: Collection
  readonly codes: AuthorizationCodes
  readonly now: () => number
}

type FormState = Pick<ConsentView, 'chosen' | 'typedName' | 'notice'>

const cookieName = 'jointly_music_visit'
const emptyForm: FormState = { chosen: null, typedName: '', notice: null }

/** Shows the consent page and handles its form. */
export class ConsentPage {
  #options
  #signer
  #submitted = createSubmittedPages()

  constructor(options: Options) {
    this.#options = options
    this.#signer = createRequestSigner(options.signingKey, options.clients)
  }

  /**
   * Handles `GET /authorize`, which answers with the page. If the option `loginAs` is on and the query
   * has `login_as=<person>`, this person consents at once, without the page.
   */
  show(request: IncomingMessage, query: URLSearchParams, ownOrigin: string): HttpResponse {
    const { clients, basePath, loginAs, now } = this.#options
    const authorizeRequest = parseAuthorizeRequest(query, clients, ownOrigin)
    if ('status' in authorizeRequest) return authorizeRequest
    const person = query.get('login_as')
    if (person !== null && loginAs) {
      const profile = this.#bundledProfile(person)
      return profile === null ? text(400, 'Unknown person') : this.#approve(authorizeRequest, profile)
    }
    const visitor = visitorCookie(request) ?? newSecret('')
    const secure = ownOrigin.startsWith('https:') ? '; Secure' : ''
    const language = languageOf(query.get('ui_locales'), request.headers['accept-language'])
    const shown = { visitorHash: hashOf(visitor), language }
    const signed = this.#signer.sign(authorizeRequest, shown, now())
    return this.#page(signed, { request: authorizeRequest, language }, emptyForm, {
      'set-cookie': `${cookieName}=${visitor}; Path=${basePath}/accounts; HttpOnly; SameSite=Strict; Max-Age=3600${secure}`,
    })
  }

  /**
   * Handles `POST /authorize`. The page must not have been submitted before, and must have been shown to the same
   * visitor: the signed request, the visitor's cookie and the browser's `Sec-Fetch-Site` are checked.
   */
  async submit(request: IncomingMessage): Promise<HttpResponse> {
    const invalidPage = endedPage(languageOf(null, request.headers['accept-language']))
    const body = await readBody(request, bodyLimits.form)
    if (body === null) return invalidPage
    const form = new URLSearchParams(body)
    const signed = form.get('request') ?? ''
    const shown = this.#signer.verify(signed, this.#options.now())
    const visitor = visitorCookie(request)
    if (shown === null || visitor === null || hashOf(visitor) !== shown.visitorHash) return invalidPage
    const site = request.headers['sec-fetch-site']
    if ((site !== undefined && site !== 'same-origin') || this.#submitted.has(shown.id)) return invalidPage

    if (form.get('decision') !== 'allow') {
      this.#submitted.add(shown.id)
      return redirectToApp(shown.request.redirectUri, { error: 'access_denied' }, shown.request.state)
    }
    const choice = this.#readChoice(form)
    if ('notice' in choice) return this.#page(signed, shown, choice)
    this.#submitted.add(shown.id)
    return this.#approve(shown.request, choice)
  }

  /** Reads the chosen profile from the form. If the form is invalid, returns its contents and a notice to show. */
  #readChoice(form: URLSearchParams): Profile | FormState {
    const typedName = form.get('name') ?? ''
    const chosen = form.get('person') ?? (typedName.trim() === '' ? null : 'new')
    const withNotice = (notice: Notice): FormState => ({ chosen, typedName, notice })
    if (chosen === null) return withNotice('nobody')
    if (chosen !== 'new') {
      const profile = this.#bundledProfile(chosen)
      return profile ?? withNotice('gone')
    }
    const displayName = cleanName(typedName)
    if (displayName === null) return withNotice('name')
    return { profileId: null, displayName }
  }

  #bundledProfile(id: string): Profile | null {
    const person = this.#options.collection.catalogue().people.get(id)
    return person === undefined ? null : { profileId: id, displayName: person.displayName }
  }

  #approve(request: AuthorizeRequest, profile: Profile): HttpResponse {
    const code = this.#options.codes.issue(request, profile, this.#options.now())
    return redirectToApp(request.redirectUri, { code }, request.state)
  }

  #page(
    signedRequest: string,
    { request, language }: Pick<ConsentRequest, 'request' | 'language'>,
    form: FormState,
    headers: Record<string, string> = {},
  ): HttpResponse {
    const { basePath, collection } = this.#options
    const page = consentPage({
      ...form,
      language,
      basePath,
      signedRequest,
      appName: request.client.name ?? 'Jointly',
      permissions: permissionsOf(request.scopes),
      listeners: listenerOptions(collection.catalogue()),
    })
    return html(page, { ...headers, ...pageHeaders, 'content-security-policy': contentPolicy(request) })
  }
}

const endedPage = (language: Language): HttpResponse => text(400, consentTexts[language].ended)

const visitorCookie = (request: IncomingMessage): string | null =>
  new RegExp(`(?:^|;\\s*)${cookieName}=([A-Za-z0-9_-]{43})`).exec(request.headers.cookie ?? '')?.[1] ?? null

const pageHeaders = {
  'cache-control': 'no-store',
  vary: 'Accept-Language',
  'referrer-policy': 'same-origin',
  // The app opens this page in another window. With this header an app on the same origin can still reach that
  // window.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

/**
 * Returns the content security policy of the page. `form-action` contains the app's address, because the form
 * redirects there and browsers check the redirect.
 */
function contentPolicy(request: AuthorizeRequest): string {
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
