import { useEffect, useState } from 'react'
import { useReducedMotion } from '../../shared/browser/layout/media.ts'
import { createReactions, type ReactionsPorts } from '../../shared/ui/reactions/reactions-model.ts'
import { RisingEmojis } from '../../shared/ui/reactions/RisingEmojis.tsx'
import css from './ScreenReactions.module.css'

/** The reactions that people send (X8, C2). They rise beside the cover, or over it on a tall screen. */
export function ScreenReactions({ ssid, live }: { ssid: string; live: ReactionsPorts['live'] }) {
  const [reactions] = useState(() =>
    createReactions({
      ssid,
      live,
      monotonicMs: () => performance.now(),
      random: Math.random,
      after(delayMs, run) {
        const timer = setTimeout(run, delayMs)
        return () => clearTimeout(timer)
      },
    }),
  )
  const hasReducedMotion = useReducedMotion()
  useEffect(() => reactions.start(), [reactions])
  if (hasReducedMotion) return null
  return (
    <div className={css.place}>
      <RisingEmojis reactions={reactions} />
    </div>
  )
}
