import type { Account } from '@jointly/contract'

/**
 * Returns the account that plays the sound: the first one that works, or otherwise the first one. An account that must
 * be connected again can come before a newer one that works (L1).
 */
export function playingAccount(accounts: readonly Account[]): Account | undefined {
  const playable = accounts.filter(({ service }) => service === 'spotify')
  return playable.find(({ status }) => status === 'ok') ?? playable[0]
}
