import type { AnswerOf, Routes } from '@jointly/contract'
import { useEffect, useState } from 'react'
import { call } from './call.ts'

export type ProviderInfo = AnswerOf<Routes['provider']>

let known: ProviderInfo | null = null

/** What the streaming service is called and allows; null until it is known. Asked once per visit. */
export function useProvider(): ProviderInfo | null {
  const [provider, setProvider] = useState(known)
  useEffect(() => {
    if (known) return
    void call('provider').then((answer) => {
      if (!answer.ok) return
      known = answer.value
      setProvider(known)
    })
  }, [])
  return provider
}
