import type { Scheduler } from '../sync/scheduler.ts'
import type { AccessTokens } from './access-tokens.ts'

/** The pause between two attempts to replace a token, in milliseconds. */
const RETRY_MS = 30_000

export type TokenRecoveryOptions = {
  tokens: Pick<AccessTokens, 'token' | 'replace'>
  scheduler: Pick<Scheduler, 'after'>
  /** Returns whether the player still needs a token. */
  isWanted(): boolean
  /** Is called when the player has a new token. */
  onNewToken(): void
}

/**
 * Creates a function that replaces a refused token. It repeats the attempt until there is a new token, the person
 * must connect the account again, or the player needs no token (L9).
 */
export function createTokenRecovery(options: TokenRecoveryOptions): () => void {
  const { tokens, scheduler, isWanted, onNewToken } = options
  let isRunning = false
  async function replace(): Promise<void> {
    const result = await tokens.replace(tokens.token())
    if (result === 'later' && isWanted()) return void scheduler.after(RETRY_MS, () => void replace())
    isRunning = false
    if (result === 'new') onNewToken()
  }
  return () => {
    if (isRunning) return
    isRunning = true
    void replace()
  }
}
