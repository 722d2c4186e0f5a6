import { SessionCode, SHORT_LINK_PATH } from '@jointly/contract'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { networkOf } from '../../platform/http/client-network.ts'
import type { Handle } from '../../platform/http/router.ts'
import type { LinkOrigin } from '../../platform/http/link-origin.ts'
import { isRefused } from '../../platform/refusal.ts'
import { invitationPage, invitationPageHeaders, noInvitationPage, tooManyPage } from './page.ts'
import { previewPicture } from './preview-picture.ts'
import { findInvitation, type InvitationDeps } from './service.ts'

/** Registers the route that shows an open session before a person enters (J2). */
export function invitationRoutes(handle: Handle, deps: InvitationDeps): void {
  handle('invitation', ({ query, clientNetwork }) => findInvitation(deps, query, clientNetwork))
}

const Params = z.object({ code: z.string() })

export type ShortLinkDeps = InvitationDeps & {
  linkOrigin: LinkOrigin
  /** Where this server reaches itself, while it listens. */
  ownOrigin: () => string
}

/** Registers the pages of short links (J4). */
export function shortLinks(server: FastifyInstance, deps: ShortLinkDeps): void {
  server.get(`${SHORT_LINK_PATH}:code`, async (request, reply) => {
    const typed = Params.parse(request.params).code
    const origin = deps.linkOrigin(`${request.protocol}://${request.host}`)
    reply.headers({ ...invitationPageHeaders, 'cache-control': 'no-store' }).type('text/html; charset=utf-8')
    const code = SessionCode.safeParse(typed)
    if (!code.success) return reply.code(404).send(noInvitationPage(typed, origin))
    const found = await findInvitation(deps, { code: code.data }, networkOf(request.ip))
    if (!isRefused(found)) {
      const picture = await previewPicture(found.song?.cover ?? null, deps.ownOrigin())
      return reply.send(invitationPage(found, picture, origin))
    }
    const { retryAfterSec } = found.details
    if (retryAfterSec === undefined) return reply.code(404).send(noInvitationPage(typed, origin))
    return reply
      .code(found.status)
      .header('retry-after', Math.ceil(retryAfterSec))
      .send(tooManyPage(retryAfterSec))
  })
}
