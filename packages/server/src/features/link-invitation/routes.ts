import { type Invitation, SessionCode, SHORT_LINK_PATH } from '@jointly/contract'
import { acceptedLanguage } from '@jointly/domain'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { sendRefusal } from '../../platform/http/errors.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import type { Handle } from '../../platform/http/router.ts'
import type { LinkOrigin } from '../../platform/http/link-origin.ts'
import { isRefused } from '../../platform/refusal.ts'
import { createDrawnCovers } from './drawn-cover.ts'
import {
  invitationPage,
  invitationPageHeaders,
  noInvitationPage,
  tooManyPage,
} from './short-link-preview-page.ts'
import { APP_ICON, previewPicture } from './link-preview-picture.ts'
import { findInvitation, type InvitationDeps } from './service.ts'

/** Registers the route that shows an open session before a person enters (J2). */
export function invitationRoutes(handle: Handle, deps: InvitationDeps): void {
  handle('invitation', ({ query, clientNetwork }) => findInvitation(deps, query, clientNetwork))
}

const Params = z.object({ code: z.string() })

export type ShortLinkDeps = InvitationDeps & {
  linkOrigin: LinkOrigin
  /** Returns the origin at which this server can call itself. The origin is known only while the server listens. */
  ownOrigin: () => string
}

/** A messenger loads a picture once for each preview, so a cache of one hour is enough. */
const PICTURE_CACHE = 'public, max-age=3600'

/**
 * Registers the pages of short links (J4). If a cover is an SVG drawing, the page links to a JPEG of the drawing. The
 * route of the JPEG is registered here too.
 */
export function shortLinks(server: FastifyInstance, deps: ShortLinkDeps): void {
  const drawnCovers = createDrawnCovers(deps.ownOrigin)

  server.get(`${SHORT_LINK_PATH}:code/cover.jpg`, async (request, reply) => {
    const code = SessionCode.safeParse(Params.parse(request.params).code)
    if (!code.success) return reply.code(404).send()
    const found = await findInvitation(deps, { code: code.data }, networkOf(request.ip))
    if (isRefused(found)) return sendRefusal(reply, found)
    const cover = found.song?.cover ?? null
    const picture = cover && (await drawnCovers.picture(cover))
    if (!picture) return reply.header('cache-control', 'no-store').redirect(APP_ICON)
    return reply.header('cache-control', PICTURE_CACHE).type('image/jpeg').send(picture)
  })

  server.get(`${SHORT_LINK_PATH}:code`, async (request, reply) => {
    const typed = Params.parse(request.params).code
    const language = acceptedLanguage(request.headers['accept-language'])
    const visit = { language, origin: deps.linkOrigin(`${request.protocol}://${request.host}`) }
    reply.headers({ ...invitationPageHeaders, 'cache-control': 'no-store' }).type('text/html; charset=utf-8')
    const code = SessionCode.safeParse(typed)
    if (!code.success) return reply.code(404).send(noInvitationPage(typed, visit))
    const found = await findInvitation(deps, { code: code.data }, networkOf(request.ip))
    if (!isRefused(found)) {
      const cover = found.song?.cover ?? null
      const picture = await previewPicture(cover, drawnCoverAddress(found), deps.ownOrigin())
      return reply.send(invitationPage(found, picture, visit))
    }
    const { retryAfterSec } = found.details
    if (retryAfterSec === undefined) return reply.code(404).send(noInvitationPage(typed, visit))
    return reply
      .code(found.status)
      .header('retry-after', Math.ceil(retryAfterSec))
      .send(tooManyPage(retryAfterSec, language))
  })
}

/**
 * Returns the address of the current cover as a JPEG. It contains the title, so that messengers load another
 * picture for another song.
 */
function drawnCoverAddress({ code, song }: Invitation): string {
  return `${SHORT_LINK_PATH}${code}/cover.jpg?song=${encodeURIComponent(song?.title ?? '')}`
}
