import { createHmac, timingSafeEqual } from 'node:crypto'

const DAY_SEC = 24 * 60 * 60
const HOUR_SEC = 60 * 60

/** What an address carries in the place of a log-in. */
export type Permission = { until: string; signature: string }

/** Lets an address be opened without a log-in, for at least a day: who has it was shown it by someone inside. */
export type Permissions = {
  /** @param what the address that is permitted, without its query */
  grant(what: string): Permission
  allows(what: string, permission: Permission): boolean
}

/** @param now epoch milliseconds */
export function createPermissions(key: string, now: () => number): Permissions {
  const sign = (what: string, until: string) => createHmac('sha256', key).update(`${what}\n${until}`).digest()
  const nowSec = () => Math.floor(now() / 1000)
  return {
    grant(what) {
      // Rounded up, so that the same address is given for a while and what was made for it serves again.
      const until = String((Math.floor(nowSec() / HOUR_SEC) + 1) * HOUR_SEC + DAY_SEC)
      return { until, signature: sign(what, until).toString('base64url') }
    },
    allows(what, { until, signature }) {
      const expected = sign(what, until)
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
      return Number(until) > nowSec()
    },
  }
}
