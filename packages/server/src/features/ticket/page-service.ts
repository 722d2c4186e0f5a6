import { SUPER_LEVEL } from '@jointly/contract'
import { type Language, languageCodes } from '@jointly/domain'
import type { FastifyInstance } from 'fastify'
import { refuseIfDeleted } from '../../platform/db/constraint-errors.ts'
import { type PageAnswer, type PageCall, servePage } from '../../platform/http/pages/pages.ts'
import { themeIn } from '../../platform/http/pages/page-template.ts'
import { limit } from '../../platform/http/rate-limit.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { insertPageCode, usePageCode } from './page-codes.ts'
import { endedPage, type PageLook, ticketPage, ticketPageHeaders } from './page.ts'
import { createTicket, type TicketDeps } from './service.ts'
import { TICKETS_PER_PERSON } from './ticket-limits.ts'

const PATH = '/ticket'

/** Creates the one-time address of the ticket page for a login (A6). */
export async function openTicketPage(
  { db, now }: TicketDeps,
  caller: { level: number; tokenId: string },
  language: Language,
): Promise<{ url: string } | Refusal> {
  if (caller.level !== SUPER_LEVEL) return refuse('forbidden')
  const code = await refuseIfDeleted(insertPageCode(db, caller.tokenId, now()), refuse('unauthenticated'))
  if (isRefused(code)) return code
  return { url: `${PATH}?code=${code}&lang=${language}` }
}

/**
 * Registers the ticket page, whose address works once. Each page contains a new code, with which its form can be
 * submitted once.
 */
export function ticketPages(server: FastifyInstance, deps: TicketDeps): void {
  const { db, now, limiter } = deps
  const page = (status: number, html: string): PageAnswer => ({ status, html, headers: ticketPageHeaders })

  const holderOf = async ({ values }: PageCall) => {
    const holder = await usePageCode(db, values.code ?? '', now())
    return holder?.level === SUPER_LEVEL ? holder : undefined
  }

  servePage(server, PATH, {
    async open(call) {
      const holder = await holderOf(call)
      const look = pageLook(call)
      if (!holder) return page(403, endedPage(look))
      return page(200, ticketPage(look, await insertPageCode(db, holder.tokenId, now()), null))
    },
    async submit(call) {
      const holder = await holderOf(call)
      const look = pageLook(call)
      if (!holder) return page(403, endedPage(look))
      const next = await insertPageCode(db, holder.tokenId, now())
      const tooMany = await limit(limiter, [[TICKETS_PER_PERSON, holder.userId]])
      const origin = deps.linkOrigin(call.origin)
      const ticket = tooMany ?? (await createTicket(deps, holder, origin, call.clientNetwork))
      if (isRefused(ticket))
        return page(ticket.status, ticketPage(look, next, { problem: ticket.body.error.message }))
      return page(200, ticketPage(look, next, ticket))
    },
  })
}

const pageLook = ({ values }: PageCall): PageLook => ({
  language: languageCodes.find((language) => language === values.lang) ?? 'en',
  theme: themeIn(values),
})
