import type { Db } from '../../platform/db/tables.ts'
import type { FaultLog } from '../../platform/log/fault-log.ts'
import { type Allowance, limit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Mailer } from '../../platform/mailer.ts'
import type { SecurityLog } from '../../platform/log/security-log.ts'
import { type Resettable, resetLink } from './service.ts'
import { insertReset } from './store.ts'

/** Strict, as it keeps only those from their mail who share a network with who asks. */
const MAILS_PER_ADDRESS_AND_NETWORK: Allowance = {
  name: 'reset-mail-address-network',
  attempts: 3,
  windowMs: 60 * 60_000,
}
/** For all networks together from which nobody of the address logged in before; short, as strangers can use it up. */
const MAILS_PER_ADDRESS: Allowance = { name: 'reset-mail-address', attempts: 10, windowMs: 15 * 60_000 }
/** Requests that wait to be looked at; more are dropped. */
const MOST_WAITING = 1_000

export type ResetMailDeps = {
  db: Db
  /** Epoch milliseconds. */
  now: () => number
  limiter: RateLimiter
  mailer: Mailer
  /** The origin people open: links in mails never follow what a client says. */
  publicOrigin: string
  /** Those who have this name, or gave this address. */
  peopleBy(who: string): Promise<readonly Resettable[]>
  /** Whether somebody of this name logged in from this network lately (A4). */
  isKnownNetwork(username: string, network: string): Promise<boolean>
  logSecurity: SecurityLog
  tellFault: FaultLog
}

export type ResetMail = {
  /**
   * Takes a request on and returns at once, so that the answer says nothing of who has an account (A15).
   *
   * @param network of the client
   */
  request(who: string, network: string): void
  /** Resolves when all requests so far are done with. */
  close(): Promise<void>
}

/** Sends reset links by mail, one request after the other. */
export function createResetMail(deps: ResetMailDeps): ResetMail {
  let waiting = 0
  let last = Promise.resolve()
  return {
    request(who, network) {
      if (waiting >= MOST_WAITING) return
      waiting += 1
      last = last
        .then(() => deliver(deps, who, network))
        .catch((error: unknown) => deps.tellFault(error, 'a reset link could not be mailed'))
        .finally(() => {
          waiting -= 1
        })
    },
    close: () => last,
  }
}

async function deliver(deps: ResetMailDeps, who: string, network: string): Promise<void> {
  const people = await deps.peopleBy(who)
  const address = people[0]?.email
  if (address === undefined) return
  if (await tooManyMails(deps, people, address.toLowerCase(), network)) return
  const links: string[] = []
  for (const { id, username } of people) {
    const { code } = await insertReset(deps.db, id, deps.now())
    deps.logSecurity({ event: 'reset.mailed', userId: null, network: null, targetId: id })
    links.push(`${username}: ${resetLink(deps.publicOrigin, code)}`)
  }
  await deps.mailer.send({
    to: address,
    subject: 'Your new Jointly password',
    text: textOf(deps.publicOrigin, links),
  })
}

async function tooManyMails(
  { limiter, isKnownNetwork }: ResetMailDeps,
  people: readonly Resettable[],
  address: string,
  network: string,
): Promise<boolean> {
  if (await limit(limiter, [[MAILS_PER_ADDRESS_AND_NETWORK, `${address} ${network}`]])) return true
  for (const { username } of people) if (await isKnownNetwork(username, network)) return false
  return (await limit(limiter, [[MAILS_PER_ADDRESS, address]])) !== null
}

/** The mail, as plain text. @param links a line for each account of the address */
function textOf(origin: string, links: readonly string[]): string {
  return `Hello,

somebody asked for a new password on ${origin}. Open the link within 24 hours to choose one. It works once.

${links.join('\n')}

If it was not you, ignore this mail. Your password stays as it is.
`
}
