import css from './Emoji.module.css'
import drawings from './emoji.svg'

/** The names of the drawings, in the order of `REACTIONS`. */
const NAMES = ['love', 'fire', 'applause', 'laughter', 'wow', 'party'] as const
export type ReactionName = (typeof NAMES)[number]

/** The name of a reaction, for its text. @param index in `REACTIONS` */
export const reactionName = (index: number): ReactionName => NAMES[index] ?? 'love'

/**
 * A drawn emoji of a reaction, because not every system has a font with coloured emoji. It is decorative; its size
 * is that of the text around it.
 */
export function Emoji({ index }: { index: number }) {
  return (
    <svg className={css.emoji} aria-hidden>
      <use href={`${drawings}#${reactionName(index)}`} />
    </svg>
  )
}
