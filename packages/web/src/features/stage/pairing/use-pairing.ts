import { useEffect, useRef, useState } from 'react'
import { after } from '../../../shared/browser/timers.ts'
import { call } from '../../../shared/api/call.ts'
import { onStageStored, storedStage, storeStage } from '../../../shared/browser/stage-secret.ts'
import { createPairing, type Pairing, type StagePhase } from './pairing.ts'

const CALL_TIMEOUT_MS = 10_000

/**
 * Pairs this screen with a session (X7).
 * @param code the code of the session in the address; empty for a screen that may show any session
 * @returns the phase of the screen, and `check`, which requests the state of this screen from the server
 */
export function usePairing(code: string): { phase: StagePhase; check: () => void } {
  const [phase, setPhase] = useState<StagePhase>({ kind: 'starting', isAway: false })
  const pairing = useRef<Pairing | null>(null)
  useEffect(() => {
    const signal = () => AbortSignal.timeout(CALL_TIMEOUT_MS)
    const created = createPairing({
      create: () => call('createStage', { signal: signal() }),
      ask: (secret) => call('stageState', { body: { secret }, signal: signal() }),
      stored: () => storedStage(code),
      store: (secret) => storeStage(code, secret),
      after,
      onPhase: setPhase,
    })
    pairing.current = created
    created.start()
    const stopListening = onStageStored(code, created.check)
    return () => {
      stopListening()
      created.stop()
    }
  }, [code])
  const [check] = useState(() => () => pairing.current?.check())
  return { phase, check }
}
