import type { AnswerOf, Routes } from '@jointly/contract'
import { useEffect } from 'react'
import { create } from 'zustand'
import { call } from './call.ts'
import { after } from '../browser/timers.ts'

export type ProviderInfo = AnswerOf<Routes['provider']>

/** The pause before the next attempt if the server did not answer, in milliseconds. */
const RETRY_MS = 3000

/**
 * The name and the capabilities of the streaming service. They are fetched once per visit. Null until they have
 * arrived.
 */
export const providerStore = create<{ provider: ProviderInfo | null }>(() => ({ provider: null }))

/**
 * Returns the name and the capabilities of the streaming service, and fetches them if necessary. Null until they have
 * arrived.
 */
export function useProvider(): ProviderInfo | null {
  const provider = providerStore((state) => state.provider)
  useEffect(() => {
    if (providerStore.getState().provider) return
    let cancelRetry: (() => void) | undefined
    const request = new AbortController()
    const fetchProvider = async () => {
      const answer = await call('provider', { signal: request.signal })
      if (request.signal.aborted) return
      if (answer.ok) providerStore.setState({ provider: answer.value })
      else cancelRetry = after(RETRY_MS, () => void fetchProvider())
    }
    void fetchProvider()
    return () => {
      request.abort()
      cancelRetry?.()
    }
  }, [])
  return provider
}
