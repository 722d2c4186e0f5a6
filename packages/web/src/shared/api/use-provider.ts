import type { AnswerOf, Routes } from '@jointly/contract'
import { useEffect, useState } from 'react'
import { call } from './call.ts'

export type ProviderInfo = AnswerOf<Routes['provider']>

/** The pause before the next try when the server did not answer. */
const RETRY_MS = 3000

let cachedProvider: ProviderInfo | null = null

/**
 * Returns the name and the capabilities of the streaming service, fetched once per visit. Null until they are
 * known.
 */
export function useProvider(): ProviderInfo | null {
  const [provider, setProvider] = useState(cachedProvider)
  useEffect(() => {
    if (cachedProvider) return
    let retry: ReturnType<typeof setTimeout> | undefined
    const request = new AbortController()
    const fetchProvider = async () => {
      const answer = await call('provider', { signal: request.signal })
      if (request.signal.aborted) return
      if (answer.ok) {
        cachedProvider = answer.value
        setProvider(cachedProvider)
      } else retry = setTimeout(() => void fetchProvider(), RETRY_MS)
    }
    void fetchProvider()
    return () => {
      request.abort()
      clearTimeout(retry)
    }
  }, [])
  return provider
}
