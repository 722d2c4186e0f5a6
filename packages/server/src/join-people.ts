import type { FastifyInstance } from 'fastify'
import { friendRoutes } from './features/friend/routes.ts'
import { ticketPages } from './features/ticket/page-service.ts'
import { ticketRoutes } from './features/ticket/routes.ts'
import { createKnownNetworks } from './features/user/login/known-networks.ts'
import { createPasswords } from './features/user/login/passwords.ts'
import { type UserRouteDeps, userRoutes } from './features/user/routes.ts'
import { createUser } from './features/user/service.ts'
import type { Handle } from './http/handle.ts'
import { createPages } from './http/pages.ts'
import type { Bus } from './live/bus.ts'
import type { Secrets } from './secrets.ts'

export type PeopleCore = Omit<UserRouteDeps, 'passwords' | 'knownNetworks'> & {
  secrets: Secrets
  server: FastifyInstance
  handle: Handle
  bus: Bus
  publicOrigin: string | null
}

/** Joins all that makes an account: registration, logins, tickets, friends. */
export function joinPeople({ secrets, server, handle, bus, publicOrigin, ...core }: PeopleCore): void {
  const { db, now, limiter, logSecurity } = core
  const passwords = createPasswords()
  const knownNetworks = createKnownNetworks(db, now, secrets.derive('known networks'))
  userRoutes(handle, { ...core, passwords, knownNetworks })
  const tickets = { db, now, limiter, logSecurity, publicOrigin, hashPassword: passwords.hash, createUser }
  ticketRoutes(handle, tickets)
  ticketPages(createPages(server), tickets)
  friendRoutes(handle, { db, now, bus, limiter })
}
