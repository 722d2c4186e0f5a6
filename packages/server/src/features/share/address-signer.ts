import { createHmac, timingSafeEqual } from 'node:crypto'

const DAY_SEC = 24 * 60 * 60
const HOUR_SEC = 60 * 60

/** The query of a signed address. `until` is the end of its validity in epoch seconds. */
export type SignedAddress = { until: string; signature: string }

/** Signs addresses that open without a login for at least a day. */
export type AddressSigner = {
  /**
   * Signs an address.
   * @param what the path of the address, without its query
   */
  sign(what: string): SignedAddress
  /** Returns whether the signature belongs to this path, and is still valid. */
  verify(what: string, permission: SignedAddress): boolean
}

/**
 * Creates a signer with a secret key.
 * @param now returns the time in epoch milliseconds
 */
export function createAddressSigner(key: string, now: () => number): AddressSigner {
  const sign = (what: string, until: string) => createHmac('sha256', key).update(`${what}\n${until}`).digest()
  const nowSec = () => Math.floor(now() / 1000)
  return {
    sign(what) {
      // The end of validity is rounded up to the hour. So an address stays the same for up to an hour, and browsers
      // can use a cached file.
      const until = String((Math.floor(nowSec() / HOUR_SEC) + 1) * HOUR_SEC + DAY_SEC)
      return { until, signature: sign(what, until).toString('base64url') }
    },
    verify(what, { until, signature }) {
      const expected = sign(what, until)
      const given = Buffer.from(signature, 'base64url')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
      return Number(until) > nowSec()
    },
  }
}
