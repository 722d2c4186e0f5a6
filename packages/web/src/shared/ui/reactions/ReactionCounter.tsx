import { REACTIONS } from '@jointly/contract'
import { useStore as useVanillaStore } from 'zustand'
import { Emoji } from './Emoji.tsx'
import { isNone, type Reactions } from './reactions-model.ts'
import css from './ReactionCounter.module.css'

type ReactionCounterProps = {
  reactions: Reactions
  /** The CSS class for the place of the counter. */
  className: string | undefined
}

/**
 * The number of recent reactions of each kind. People who prefer reduced motion get it instead of the rising emojis
 * (C2).
 */
export function ReactionCounter({ reactions, className = '' }: ReactionCounterProps) {
  const counts = useVanillaStore(reactions.store, (state) => state.counts)
  if (isNone(counts)) return null
  return (
    <p className={`${css.counter} ${className}`} aria-hidden>
      {REACTIONS.map((emoji, index) => {
        const count = counts[index] ?? 0
        return (
          count > 0 && (
            <span key={emoji} className={css.count}>
              <Emoji index={index} />
              {count}
            </span>
          )
        )
      })}
    </p>
  )
}
