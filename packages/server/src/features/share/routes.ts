import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { sendRefusal } from '../../platform/http/errors.ts'
import { extendedValue } from '../../platform/http/send-answer.ts'
import { isRefused } from '../../platform/refusal.ts'
import type { Sharing } from './service.ts'

const Params = z.object({ ssid: z.string(), name: z.string() })
const Text = z.catch(z.string(), '')
const Query = z.object({ language: Text, until: Text, signature: Text })

/**
 * The security policy of pictures: they must not run scripts or load files. Inline styles are allowed, because browsers
 * use an inline style to centre a picture.
 */
const PICTURE_POLICY = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'`
const PDF_POLICY = `frame-ancestors 'none'`

/**
 * Registers the routes for QR codes and posters, which open in a new window without an authorization header.
 */
export function shareRoutes(server: FastifyInstance, sharing: Sharing): void {
  server.get('/share/:ssid/:name', async (request, reply) => {
    const { ssid, name } = Params.parse(request.params)
    const permission = Query.parse(request.query)
    const origin = `${request.protocol}://${request.host}`
    const printed = await sharing.print({ ssid, name, origin, ...permission })
    if (isRefused(printed)) return sendRefusal(reply, printed)
    const { print, title, body } = printed
    return reply
      .type(print.type)
      .headers({
        'cache-control': 'private, no-store',
        'content-security-policy': print.kind === 'pdf' ? PDF_POLICY : PICTURE_POLICY,
        'content-disposition': `inline; filename="jointly.${print.extension}"; filename*=${extendedValue(`${fileName(title)}.${print.extension}`)}`,
      })
      .send(body)
  })
}

/** Converts a title to a file name. */
function fileName(title: string): string {
  return title.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ').trim() || 'Jointly'
}
