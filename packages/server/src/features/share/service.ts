import type { Share } from '@jointly/contract'
import type { Db } from '../../platform/db/tables.ts'
import { findSession } from '../../session/access/session-store.ts'
import { type Refused, refuse } from '../../platform/refusal.ts'
import { createAddressSigner } from './address-signer.ts'
import type { PosterRenderer } from './poster/poster-renderer.ts'
import { isPrintName, type Print, type PrintName, prints } from './prints.ts'
import { qrPng, qrSvg } from './qr-code.ts'

export type ShareDeps = {
  db: Db
  /** A secret for this purpose only. */
  key: string
  /** The origin for links. Null means the origin of each request. */
  publicOrigin: string | null
  /** Epoch milliseconds. */
  now: () => number
  posters: PosterRenderer
}

export type SharedFile = { print: Print; title: string; body: string | Buffer }

/** Creates share links and their files: QR codes and posters. */
export type Sharing = {
  /** @param origin that the client used to reach the server */
  linksOf(ssid: string, origin: string): Share
  /** @param asked the last part of the address, and its query */
  print(asked: FileRequest): Promise<SharedFile | Refused>
}

export type FileRequest = { ssid: string; name: string; until: string; signature: string; origin: string }

const gone = refuse('not-found', {
  message: 'This address is no longer good. Open the options of the session for a new one.',
})

export function createShare({ db, key, publicOrigin, now, posters }: ShareDeps): Sharing {
  const signer = createAddressSigner(key, now)
  const linkOf = (ssid: string, origin: string) => `${publicOrigin ?? origin}/#/main/${ssid}`
  const pathOf = (ssid: string, name: PrintName) => `/share/${ssid}/${name}`

  return {
    linksOf(ssid, origin) {
      const address = (name: PrintName) => {
        const path = pathOf(ssid, name)
        return `${path}?${new URLSearchParams(signer.sign(path)).toString()}`
      }
      return {
        link: linkOf(ssid, origin),
        qr: address('qr.svg'),
        qrPng: address('qr.png'),
        pdf: address('poster.pdf'),
        pdfLetter: address('poster-letter.pdf'),
      }
    },

    async print({ ssid, name, origin, ...permission }) {
      if (!isPrintName(name) || !signer.verify(pathOf(ssid, name), permission)) return gone
      const session = await findSession(db, ssid, now())
      if (!session) return gone
      const { title } = session
      const print: Print = prints[name]
      const link = linkOf(ssid, origin)
      switch (print.kind) {
        case 'svg':
          return { print, title, body: qrSvg(link) }
        case 'png':
          return { print, title, body: qrPng(link) }
        case 'pdf': {
          const body = await posters.render({ ssid, title, link, paper: print.paper })
          return body === null ? busy : { print, title, body }
        }
      }
    },
  }
}

const busy = refuse('rate-limited', {
  message: 'Many posters are being printed. Please try again in a moment.',
  retryAfterSec: 5,
})
