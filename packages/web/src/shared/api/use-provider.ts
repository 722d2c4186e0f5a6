import type { AnswerOf, Routes } from '@jointly/contract'
import { useEffect, useState } from 'react'
import { call } from './call.ts'

export type ProviderInfo = AnswerOf<Routes['provider']>

/** The pause before the next try when the server did not answer. */
const RETRY_MS = 3000

let known: ProviderInfo | null = null

/** What the streaming service is called and allows; null until it is known. It is fetched once per visit. */
export function useProvider(): ProviderInfo | null {
  const [provider, setProvider] = useState(known)
  useEffect(() => {
    if (known) return
    let retry: ReturnType<typeof setTimeout> | undefined
    const asking = new AbortController()
    const ask = async () => {
      const answer = await call('provider', { signal: asking.signal })
      if (asking.signal.aborted) return
      if (answer.ok) {
        known = answer.value
        setProvider(known)
      } else retry = setTimeout(() => void ask(), RETRY_MS)
    }
    void ask()
    return () => {
      asking.abort()
      clearTimeout(retry)
    }
  }, [])
  return provider
}
