import type { FastifyInstance } from 'fastify'
import { friendRoutes } from './features/friend/routes.ts'
import { ticketPages } from './features/ticket/page-service.ts'
import { ticketRoutes } from './features/ticket/routes.ts'
import { createKnownNetworks } from './features/user/login/known-networks.ts'
import { createPasswords, type HashCost } from './features/user/login/passwords.ts'
import { type UserRouteDeps, userRoutes } from './features/user/routes.ts'
import { createUser } from './people/users.ts'
import { createPages } from './platform/http/pages/pages.ts'
import { joinLogins, type LoginCore } from './join-logins.ts'
import type { EventBus } from './platform/event-bus.ts'
import type { Secrets } from './platform/security/secrets.ts'

export type PeopleCore = Omit<UserRouteDeps, 'passwords' | 'knownNetworks'> &
  Omit<LoginCore, 'passwords' | 'knownNetworks'> & {
    secrets: Secrets
    server: FastifyInstance
    bus: EventBus
    hashCost: HashCost | undefined
  }

/** Joins all that makes an account: registration, logins, tickets, friends. */
export function joinPeople({ secrets, server, bus, hashCost, ...core }: PeopleCore): void {
  const { db, now, handle, limiter, logSecurity, publicOrigin } = core
  const passwords = createPasswords(hashCost)
  const knownNetworks = createKnownNetworks(db, now, secrets.derive('known networks'))
  userRoutes(handle, { ...core, passwords, knownNetworks })
  joinLogins({ ...core, passwords, knownNetworks })
  const tickets = { db, now, limiter, logSecurity, publicOrigin, hashPassword: passwords.hash, createUser }
  ticketRoutes(handle, tickets)
  ticketPages(createPages(server), tickets)
  friendRoutes(handle, { db, now, bus, limiter })
}
