import type { Account } from '@jointly/contract'

/** Renewed this long before it ends. */
const EARLY_SEC = 60
/** After so many failures the player is told that there is none. */
const MOST_FAILURES = 3

/** What came of a token that was refused: `ended` means that the account has to be connected again, `later` that there is none for now. */
export type TokenReplacement = 'new' | 'ended' | 'later'

/** The accounts with their tokens, as the server gives them; null when it could not. */
export type TokenSource = {
  load(): Promise<readonly Account[] | null>
  /** With a new token in the place of one that the provider refused (L9). */
  renew(refused: string): Promise<readonly Account[] | null>
}

export type TokenDesk = {
  /** The account that plays; undefined when none is linked, null while unknown. */
  account(): Account | null | undefined
  set(accounts: readonly Account[]): void
  /** The access token as it stands; empty when there is none. */
  token(): string
  /** Fetches the accounts anew; false when no new token came of it. */
  renew(): Promise<boolean>
  /** Gets another token in the place of one that the provider refused (L9). */
  replace(refused: string): Promise<TokenReplacement>
  /** Answers always, and with the last good token when the server is away: a player without answer hangs silently. */
  give(answer: (token: string) => void): Promise<void>
}

/** @param serverNow server epoch milliseconds; null while unknown */
export function createTokenDesk(source: TokenSource, serverNow: () => number | null): TokenDesk {
  let accounts: readonly Account[] | null = null
  let failures = 0
  let renewing: Promise<boolean> | null = null
  let given = ''

  const account = () => accounts && accounts.find((each) => each.service === 'spotify')
  const token = () => account()?.access_token ?? ''

  function isFresh(): boolean {
    const now = serverNow()
    const playing = account()
    if (!playing || playing.access_token === '') return false
    return now === null || playing.valid_until - EARLY_SEC > now / 1000
  }

  /** A player that waits asks again and again: all of it is one call. */
  function renew(): Promise<boolean> {
    renewing ??= renewOnce().finally(() => {
      renewing = null
    })
    return renewing
  }

  async function renewOnce(): Promise<boolean> {
    const fetched = await source.load()
    if (fetched !== null) accounts = fetched
    const renewed = fetched !== null && account()?.status === 'ok' && token() !== ''
    failures = renewed ? 0 : failures + 1
    return renewed
  }

  async function replace(refused: string): Promise<TokenReplacement> {
    if (token() === refused) accounts = (await source.renew(refused)) ?? accounts
    if (account()?.status === 'reconnect') return 'ended'
    return token() !== refused && token() !== '' ? 'new' : 'later'
  }

  return {
    account,
    token,
    renew,
    replace,
    set(next) {
      accounts = next
    },
    async give(answer) {
      // A player that asks again may have been refused with what it has: its token can end before its time (B3).
      if (!isFresh() || token() === given) await renew()
      given = token()
      answer(failures >= MOST_FAILURES && !isFresh() ? '' : given)
    },
  }
}
