import { useStore as useVanillaStore } from 'zustand'
import { Emoji } from './Emoji.tsx'
import type { Reactions } from './reactions-model.ts'
import css from './RisingEmojis.module.css'

/** Shows the emojis that rise at the moment (C2). The component fills its parent element. */
export function RisingEmojis({ reactions }: { reactions: Reactions }) {
  const rising = useVanillaStore(reactions.store, (state) => state.rising)
  return (
    <div className={css.sky} aria-hidden>
      {rising.map(({ id, emoji, scale, left }) => (
        <span
          key={id}
          className={css.column}
          style={{ left: `${left}%` }}
          onAnimationEnd={() => reactions.remove(id)}
        >
          <span className={css.emoji} style={{ transform: `scale(${scale})` }}>
            <Emoji index={emoji} />
          </span>
        </span>
      ))}
    </div>
  )
}
