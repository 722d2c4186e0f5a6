import { PictureId } from '@jointly/contract'
import { picturePath } from '@jointly/contract/addresses'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { sendRefusal } from '../../platform/http/errors.ts'
import { limit, type RateLimit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Handle } from '../../platform/http/router.ts'
import { refuse } from '../../platform/refusal.ts'
import type { SessionContext } from '../../session/context.ts'
import { removePicture, savePicture } from './service.ts'
import { findPicture } from './store.ts'

const UPLOADS_PER_PERSON: RateLimit = { name: 'picture', attempts: 20, windowMs: 10 * 60_000 }

/**
 * A picture at an address never changes, because each upload has a new address. Only browsers may cache it (`private`),
 * not proxies.
 */
const headers = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
}

const Params = z.object({ id: PictureId })

/** Registers the routes for pictures of people (U3). */
export function pictureRoutes(
  server: FastifyInstance,
  handle: Handle,
  { sessions, limiter }: { sessions: SessionContext; limiter: RateLimiter },
): void {
  handle('savePicture', async ({ caller, file }) => {
    const tooMany = await limit(limiter, [[UPLOADS_PER_PERSON, caller.userId]])
    return tooMany ?? savePicture(sessions, caller.userId, file)
  })
  handle('removePicture', ({ caller }) => removePicture(sessions, caller.userId))
  // An `<img>` element sends no token. So everyone who knows the address may load the picture.
  server.get(picturePath(':id'), async (request, reply) => {
    const params = Params.safeParse(request.params)
    const file = params.success ? await findPicture(sessions.db, params.data.id) : undefined
    return file
      ? reply.type('image/webp').headers(headers).send(file)
      : sendRefusal(reply, refuse('not-found'))
  })
}
