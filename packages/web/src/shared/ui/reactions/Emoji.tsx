import css from './Emoji.module.css'
import drawings from './emoji.svg'

/** The names of the drawings, in the order of `REACTIONS` (see `reactionName`). */
const NAMES = ['love', 'fire', 'applause', 'laughter', 'wow', 'party'] as const
export type ReactionName = (typeof NAMES)[number]

/** Returns the name of a reaction, which is the key of its text. @param index the index in `REACTIONS` */
export const reactionName = (index: number): ReactionName => NAMES[index] ?? 'love'

/**
 * The emoji of a reaction. It is a drawing, because not every system has a font with coloured emoji. Screen readers
 * skip it. It is as large as the text around it.
 */
export function Emoji({ index }: { index: number }) {
  return (
    <svg className={css.emoji} aria-hidden>
      <use href={`${drawings}#${reactionName(index)}`} />
    </svg>
  )
}
