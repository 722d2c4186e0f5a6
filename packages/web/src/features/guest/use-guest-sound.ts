import { useEffect } from 'react'
import { call } from '../../shared/api/call.ts'
import { useProvider } from '../../shared/api/use-provider.ts'
import { receiveAccounts } from '../../shared/store/load-lists.ts'
import { useStore } from '../../shared/store/store.ts'
import { after } from '../../shared/browser/timers.ts'

/** The delay of the first attempt in milliseconds. The accounts are usually loaded by then. */
const FIRST_MS = 3_000
const RETRY_MS = 25_000

/**
 * Links an account for a guest who has none (L15). A guest has no account if the built-in provider was not
 * available when they joined. The attempts are repeated until one succeeds.
 */
export function useGuestSound(): void {
  const isSilent = useStore(({ user, accounts }) => user?.guest === true && accounts.length === 0)
  const canLink = useProvider()?.directLink === true
  useEffect(() => {
    if (!isSilent || !canLink) return
    let cancel = after(FIRST_MS, () => void link())
    async function link(): Promise<void> {
      const answer = await receiveAccounts(call('connectDirectly'))
      if (!answer.ok) cancel = after(RETRY_MS, () => void link())
    }
    return () => cancel()
  }, [isSilent, canLink])
}
