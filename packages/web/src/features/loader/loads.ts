import type { Account, Answer } from '@jointly/contract'
import type { FailedAnswer } from '../../shared/api/error-text.ts'

/** The five calls that the loader makes: `refresh` renews the login, and the others fetch lists. */
export type Loads = {
  refresh: () => Promise<Answer<unknown>>
  invites: () => Promise<Answer<unknown>>
  playlists: () => Promise<Answer<unknown>>
  friends: () => Promise<Answer<unknown>>
  accounts: () => Promise<Answer<Account[]>>
}

/**
 * The result of the loading: the app or the onboarding opens next (spec section 4), or a refusal ended the loading.
 */
export type LoadOutcome = { next: 'app' } | { next: 'onboarding' } | { next: 'failed'; refused: FailedAnswer }

/** The number of calls. Each call is the same fraction of the progress. */
const PARTS = 5

/**
 * Loads a person's data. First it refreshes the login, because all other calls need a valid token. Then it fetches
 * four lists in parallel. The first refusal ends the loading.
 * @param onPercent gets the progress from 0 to 100
 */
export async function runLoads(loads: Loads, onPercent: (percent: number) => void): Promise<LoadOutcome> {
  let done = 0
  const counted = async <T>(load: () => Promise<Answer<T>>) => {
    const answer = await load()
    if (answer.ok) onPercent((++done / PARTS) * 100)
    return answer
  }
  const refreshed = await counted(loads.refresh)
  if (!refreshed.ok) return { next: 'failed', refused: refreshed }
  const [accounts, ...lists] = await Promise.all([
    counted(loads.accounts),
    counted(loads.invites),
    counted(loads.playlists),
    counted(loads.friends),
  ])
  const refused = lists.find((answer) => !answer.ok)
  if (refused && !refused.ok) return { next: 'failed', refused }
  if (!accounts.ok) return { next: 'failed', refused: accounts }
  return { next: accounts.value.length === 0 ? 'onboarding' : 'app' }
}
