import { type Share, shortLink } from '@jointly/contract'
import { formatCode, isOpenByLink, type Language, languageCodes, type Policy } from '@jointly/domain'
import type { LinkOrigin } from '../../platform/http/link-origin.ts'
import { withPageText } from '../../platform/http/pages/refusal-page.ts'
import type { Db } from '../../platform/db/tables.ts'
import { findSession } from '../../session/access/session-store.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { createAddressSigner } from './address-signer.ts'
import type { PosterRenderer } from './poster/poster-renderer.ts'
import { isPrintName, type Print, type PrintName, prints } from './prints.ts'
import { qrSvg } from './qr-code.ts'
import { qrPng } from './qr-png.ts'

export type ShareDeps = {
  db: Db
  /** A secret that signs the addresses of files. Nothing else uses this secret. */
  key: string
  linkOrigin: LinkOrigin
  /** Returns the current time in epoch milliseconds. */
  now: () => number
  posters: PosterRenderer
}

export type SharedFile = { print: Print; title: string; body: string | Buffer }

/** Creates share links and their files: QR codes and posters. */
export type Sharing = {
  linksOf(session: ShareableSession, client: ShareClient): Share
  /**
   * Returns a QR code or a poster.
   * @param asked the last part of the address, and its query
   */
  print(asked: FileRequest): Promise<SharedFile | Refusal>
}

/** The address at which the client reached the server, and the language of its posters (W3). */
export type ShareClient = { origin: string; language: Language }

/** The data of a session that its links need. `code` is empty if the session has no code. */
export type ShareableSession = { ssid: string; code: string; policy: Policy }

/** A request for a QR code or a poster. `language` is empty for QR codes and for English posters. */
export type FileRequest = {
  ssid: string
  name: string
  language: string
  until: string
  signature: string
  origin: string
}

const linkExpired = refuse('not-found', withPageText('expiredAddress'))

export function createShare({ db, key, linkOrigin, now, posters }: ShareDeps): Sharing {
  const signer = createAddressSigner(key, now)
  const linkOf = (ssid: string, origin: string) => `${linkOrigin(origin)}/#/main/${ssid}`
  /** Returns the short link of a session. Null if it is not open, or has no code. */
  const shortLinkOf = ({ code, policy }: Pick<ShareableSession, 'code' | 'policy'>, origin: string) =>
    code !== '' && isOpenByLink(policy) ? shortLink(linkOrigin(origin), code) : null
  const pathOf = (ssid: string, name: PrintName) => `/share/${ssid}/${name}`

  return {
    linksOf(session, { origin, language }) {
      const { ssid } = session
      const short = shortLinkOf(session, origin)
      const address = (name: PrintName) => {
        const path = pathOf(ssid, name)
        const chosen = prints[name].kind === 'pdf' && language !== 'en' ? { language } : {}
        const signed = signer.sign(signedText(path, chosen.language ?? ''))
        return `${path}?${new URLSearchParams({ ...chosen, ...signed }).toString()}`
      }
      return {
        link: linkOf(ssid, origin),
        ...(short !== null && { shortLink: short }),
        qr: address('qr.svg'),
        qrPng: address('qr.png'),
        pdf: address('poster.pdf'),
        pdfLetter: address('poster-letter.pdf'),
      }
    },

    async print({ ssid, name, language, origin, ...permission }) {
      if (!isPrintName(name) || !signer.verify(signedText(pathOf(ssid, name), language), permission))
        return linkExpired
      const session = await findSession(db, ssid, now())
      if (!session) return linkExpired
      const { title } = session
      const print: Print = prints[name]
      const link = linkOf(ssid, origin)
      switch (print.kind) {
        case 'svg':
          return { print, title, body: qrSvg(link) }
        case 'png':
          return { print, title, body: await qrPng(link) }
        case 'pdf': {
          const short = shortLinkOf(session, origin)
          const body = await posters.render({
            ssid,
            title,
            link,
            code: short === null ? null : { text: formatCode(session.code), link: short },
            paper: print.paper,
            language: posterLanguage(language),
          })
          return body === null ? busy : { print, title, body }
        }
      }
    },
  }
}

/** Returns the part of an address that its signature covers. */
const signedText = (path: string, language: string): string =>
  language === '' ? path : `${path}?language=${language}`

const posterLanguage = (language: string): Language => languageCodes.find((code) => code === language) ?? 'en'

const busy = refuse('rate-limited', {
  ...withPageText('postersBusy'),
  retryAfterSec: 5,
})
