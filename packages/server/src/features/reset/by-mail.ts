import type { Language } from '@jointly/domain'
import type { Db } from '../../platform/db/tables.ts'
import type { FaultLog } from '../../platform/log/fault-log.ts'
import { createOutageLog } from '../../platform/log/outage-log.ts'
import { type Attempt, type RateLimit, limit } from '../../platform/http/rate-limit.ts'
import { createMailer, type Mailer } from '../../platform/mailer.ts'
import type { Config } from '../../config.ts'
import type { LoginContext } from '../../people/login/context.ts'
import { type StoredUser, userByName, usersByEmail } from '../../people/users.ts'
import { mailTexts } from './mail-texts.ts'
import { resetLink } from './service.ts'
import { insertReset } from './store.ts'

/**
 * Limits how many mails one network can request for an address. The limit can be low, because it stops only requests
 * from that network.
 */
const MAILS_PER_ADDRESS_AND_NETWORK: RateLimit = {
  name: 'reset-mail-address-network',
  attempts: 3,
  windowMs: 60 * 60_000,
}
/**
 * Limits the mails for one address that are requested from unknown networks. All these networks share the limit. The
 * period is short, because strangers can use up the limit, and then the owner of the address must wait.
 */
const MAILS_PER_ADDRESS: RateLimit = { name: 'reset-mail-address', attempts: 10, windowMs: 15 * 60_000 }
/**
 * Limits the mails for one address that are requested from known networks. Strangers cannot use up this limit. It
 * exists, because addresses are not verified: the oldest account may belong to a stranger.
 */
const MAILS_PER_ADDRESS_FROM_KNOWN: RateLimit = { ...MAILS_PER_ADDRESS, name: 'reset-mail-address-known' }
/** The mail contains links for at most this many accounts with the same address (A15). */
const ACCOUNTS_PER_MAIL = 5
/** The maximum length of the queue. Further requests are dropped, with a line in the log. */
const MOST_WAITING = 1_000

type ResetMailDeps = LoginContext & {
  mailer: Mailer
  /**
   * The origin that users open. Links in mails use this setting, because a client could send a wrong address.
   */
  publicOrigin: string
  logFault: FaultLog
}

export type ResetMail = {
  /**
   * Queues a request and returns at once, so that the answer does not show who has an account (A15).
   *
   * @param network of the client
   * @param language of the mail (W3)
   */
  request(who: string, network: string, language: Language): void
  /** Resolves when all queued requests are finished. */
  close(): Promise<void>
}

/** Creates the sender of reset links. It handles one request after the other. Null if mail is not configured. */
export function createResetMail(
  login: LoginContext & Pick<ResetMailDeps, 'logFault'>,
  { mail, publicOrigin }: Pick<Config, 'mail' | 'publicOrigin'>,
): ResetMail | null {
  if (!mail || publicOrigin === null) return null
  const deps = { ...login, publicOrigin, mailer: createMailer(mail) }
  const reportDropped = createOutageLog((error, dropped) =>
    deps.logFault(error, 'a request of a reset link was dropped', { dropped }),
  )
  let waiting = 0
  let last = Promise.resolve()
  return {
    request(who, network, language) {
      if (waiting >= MOST_WAITING) return reportDropped(new Error('too many wait for the mail server'))
      waiting += 1
      last = last
        .then(() => deliver(deps, who, network, language))
        .catch((error: unknown) => deps.logFault(error, 'a reset link could not be mailed'))
        .finally(() => {
          waiting -= 1
        })
    },
    close: () => last,
  }
}

async function deliver(deps: ResetMailDeps, who: string, network: string, language: Language): Promise<void> {
  const people = await usersByNameOrEmail(deps.db, who)
  const address = people[0]?.email
  // A user who was a guest may have no address (G6).
  if (!address) return
  const attempts = await attemptsOf(deps, address, network)
  if (await limit(deps.limiter, attempts)) return
  try {
    await sendLinks(deps, people, address, language)
  } catch (error) {
    // A mail that was not sent does not count.
    for (const attempt of attempts) await deps.limiter.giveBack(attempt)
    throw error
  }
}

async function sendLinks(
  deps: ResetMailDeps,
  people: readonly StoredUser[],
  address: string,
  language: Language,
): Promise<void> {
  const links: string[] = []
  for (const { id, username } of people) {
    const { code } = await insertReset(deps.db, id, deps.now())
    deps.logSecurity({ event: 'reset.mailed', userId: null, network: null, targetId: id })
    links.push(`${username}: ${resetLink(deps.publicOrigin, code)}`)
  }
  const { subject, text } = mailTexts[language]
  await deps.mailer.send({ to: address, subject, text: text(deps.publicOrigin, links.join('\n')) })
}

/** Returns what a mail to an address counts for, when it is requested from a network (A15). */
async function attemptsOf(
  { db, knownNetworks }: ResetMailDeps,
  address: string,
  network: string,
): Promise<Attempt[]> {
  const key = address.toLowerCase()
  // Only the networks of the oldest account are known. Otherwise a stranger could register an account with this
  // address, and log in to it from many networks.
  const [oldest] = await usersByEmail(db, address, 1)
  const isKnown = oldest !== undefined && (await knownNetworks.isKnown(oldest.username, network))
  return [
    [MAILS_PER_ADDRESS_AND_NETWORK, `${key} ${network}`],
    [isKnown ? MAILS_PER_ADDRESS_FROM_KNOWN : MAILS_PER_ADDRESS, key],
  ]
}

/** Finds the users with this name or e-mail address. */
async function usersByNameOrEmail(db: Db, who: string): Promise<readonly StoredUser[]> {
  if (who.includes('@')) return usersByEmail(db, who, ACCOUNTS_PER_MAIL)
  const user = await userByName(db, who)
  return user ? [user] : []
}
