import type { Config } from '../../config.ts'
import type { Db } from '../../platform/db/tables.ts'
import type { FaultLog } from '../../platform/log/fault-log.ts'
import type { Overrides } from '../../overrides.ts'
import { type SocketAddresses, isFromOwnUser } from '../../platform/security/peer-user.ts'
import { hasAnyUser, hasFirstAccount } from '../../people/users.ts'

/** Decides who gets the level of the first account (A5). */
export type FirstAccount = {
  /** Returns whether a person who registers over this connection may get the level of the first account. */
  isOpenTo(connection: SocketAddresses): Promise<boolean>
  /** Returns the activation link of an empty server in ticket mode. Returns null for other servers. */
  linkAtStart(): Promise<string | null>
  /**
   * Prints an activation link for the level of the first account, once. The link is printed only if there are people
   * but none of them could get this level.
   */
  offerLink(): Promise<void>
}

export type FirstAccountParts = {
  db: Db
  logFault: FaultLog
  /** Creates an activation link. */
  makeLink(): Promise<string>
}

/**
 * Decides who gets the level of the first account. If only this machine can reach the server, people get it only if
 * they register from the system user that runs the server, or from root. The reason is that a proxy which sends no
 * forwarded headers looks like a local program (decision 053).
 */
export function createFirstAccount(
  { reach, registration }: Pick<Config, 'reach' | 'registration'>,
  overrides: Pick<Overrides, 'isFromOwnUser' | 'print'>,
  { db, logFault, makeLink }: FirstAccountParts,
): FirstAccount {
  const isOwn = overrides.isFromOwnUser ?? isFromOwnUser
  const print = overrides.print ?? console.log
  const isForOwnUser = reach.by === 'this-machine' && registration === 'open'
  let isOffered = false
  return {
    async isOpenTo(connection) {
      if (await hasFirstAccount(db)) return true
      // A server that only this machine could reach may have people without this level. When others can reach it later,
      // none of them is the first person.
      return isForOwnUser ? isOwn(connection) : !(await hasAnyUser(db))
    },
    linkAtStart: async () => (registration === 'open' || (await hasAnyUser(db)) ? null : makeLink()),
    async offerLink() {
      if (isOffered) return
      isOffered = true
      try {
        if ((await hasFirstAccount(db)) || !(await hasAnyUser(db))) isOffered = false
        else print(`${isForOwnUser ? NOBODY_FROM_HERE : NOBODY_YET} ${await makeLink()}`)
      } catch (error) {
        isOffered = false
        logFault(error, 'the activation link cannot be made')
      }
    },
  }
}

const NOBODY_YET = 'Nobody has level 735 yet. Make an account with the level here, within 14 days:'
const NOBODY_FROM_HERE =
  'Nobody has level 735 yet, because only people who register from the system user of this server get it. Register as that user, or make an account with the level here, within 14 days:'
