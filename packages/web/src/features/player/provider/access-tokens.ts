import type { Account } from '@jointly/contract'
import { playingAccount } from '../../../shared/store/playing-account.ts'

/** A token is renewed this many seconds before it expires. */
const EARLY_SEC = 60
/** After this number of failures in a row, the player gets an empty token instead of an expired token. */
const MOST_FAILURES = 3

/**
 * What happened after the provider refused a token. `new`: there is a new token. `ended`: the person must connect the
 * account again. `later`: there is no new token yet.
 */
export type TokenReplacement = 'new' | 'ended' | 'later'

/** Loads the accounts with their tokens from the server. Both functions return null if the request fails. */
export type TokenSource = {
  load(): Promise<readonly Account[] | null>
  /** Requests a new token after the provider refused the token `refused` (L9). */
  renew(refused: string): Promise<readonly Account[] | null>
}

export type AccessTokens = {
  /** Returns the account that plays. Undefined if no account is linked, null before the accounts are loaded. */
  account(): Account | null | undefined
  set(accounts: readonly Account[]): void
  /** Returns the current access token. Empty if there is none. */
  token(): string
  /** Requests a new token after the provider refused the token `refused` (L9). */
  replace(refused: string): Promise<TokenReplacement>
  /**
   * Gives a token to the provider's player. It always calls `answer`, if necessary with an empty or expired token,
   * because the player waits for the answer without a time limit.
   */
  provide(answer: (token: string) => void): Promise<void>
}

/**
 * Stores the accounts of the player in memory, and renews their access tokens.
 * @param serverNow returns server epoch milliseconds; null while unknown
 */
export function createAccessTokens(source: TokenSource, serverNow: () => number | null): AccessTokens {
  let accounts: readonly Account[] | null = null
  let failures = 0
  let renewing: Promise<void> | null = null
  let lastProvided = ''

  const account = () => accounts && playingAccount(accounts)
  const token = () => account()?.access_token ?? ''

  function isFresh(): boolean {
    const now = serverNow()
    const playing = account()
    if (!playing || playing.access_token === '') return false
    return playing.valid_until - EARLY_SEC > (now ?? 0) / 1000
  }

  /**
   * Loads the accounts with their tokens again. Simultaneous calls share one request, because a player that waits for
   * a token asks many times.
   */
  function renew(): Promise<void> {
    renewing ??= renewOnce().finally(() => {
      renewing = null
    })
    return renewing
  }

  async function renewOnce(): Promise<void> {
    const loaded = await source.load()
    accounts = loaded ?? accounts
    const isRenewed = loaded !== null && account()?.status === 'ok'
    failures = isRenewed ? 0 : failures + 1
  }

  async function replace(refused: string): Promise<TokenReplacement> {
    if (token() === refused) accounts = (await source.renew(refused)) ?? accounts
    if (account()?.status === 'reconnect') return 'ended'
    return token() !== refused && token() !== '' ? 'new' : 'later'
  }

  return {
    account,
    token,
    replace,
    set(next) {
      accounts = next
    },
    async provide(answer) {
      // The player asks again although it already has this token. Perhaps the provider has refused the token before
      // its expiry (B3).
      if (!isFresh() || token() === lastProvided) await renew()
      lastProvided = token()
      answer(failures >= MOST_FAILURES && !isFresh() ? '' : lastProvided)
    },
  }
}
