import type { Account } from '@jointly/contract'

/** How long before its end a token is renewed. */
const EARLY_SEC = 60
/** The number of failures in a row after which the player gets an empty token. */
const MOST_FAILURES = 3

/** The result for a refused token. `ended`: the person has to connect the account again. `later`: no new token now. */
export type TokenReplacement = 'new' | 'ended' | 'later'

/** Loads the accounts with their tokens from the server. Null when that fails. */
export type TokenSource = {
  load(): Promise<readonly Account[] | null>
  /** Requests a new token to replace one that the provider refused (L9). */
  renew(refused: string): Promise<readonly Account[] | null>
}

export type AccessTokens = {
  /** The account that plays; undefined when none is linked, null while unknown. */
  account(): Account | null | undefined
  set(accounts: readonly Account[]): void
  /** The current access token. Empty when there is none. */
  token(): string
  /** Replaces a token that the provider refused (L9). */
  replace(refused: string): Promise<TokenReplacement>
  /**
   * Always calls `answer`, with the last token if there is no better one. Without an answer the provider's
   * player hangs.
   */
  provide(answer: (token: string) => void): Promise<void>
}

/** @param serverNow server epoch milliseconds; null while unknown */
export function createAccessTokens(source: TokenSource, serverNow: () => number | null): AccessTokens {
  let accounts: readonly Account[] | null = null
  let failures = 0
  let renewing: Promise<void> | null = null
  let lastProvided = ''

  const account = () => accounts && accounts.find((each) => each.service === 'spotify')
  const token = () => account()?.access_token ?? ''

  function isFresh(): boolean {
    const now = serverNow()
    const playing = account()
    if (!playing || playing.access_token === '') return false
    return now === null || playing.valid_until - EARLY_SEC > now / 1000
  }

  /** Renews the token. Concurrent requests share one call, because a waiting player asks many times. */
  function renew(): Promise<void> {
    renewing ??= renewOnce().finally(() => {
      renewing = null
    })
    return renewing
  }

  async function renewOnce(): Promise<void> {
    const loaded = await source.load()
    accounts = loaded ?? accounts
    const isRenewed = loaded !== null && account()?.status === 'ok' && token() !== ''
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
      // A player that asks again may have a refused token, because a token can end before its time (B3).
      if (!isFresh() || token() === lastProvided) await renew()
      lastProvided = token()
      answer(failures >= MOST_FAILURES && !isFresh() ? '' : lastProvided)
    },
  }
}
