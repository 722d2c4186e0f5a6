import { useReducedMotion } from '../../shared/browser/layout/media.ts'
import { ReactionCounter } from '../../shared/ui/reactions/ReactionCounter.tsx'
import type { ReactionsPorts } from '../../shared/ui/reactions/reactions-model.ts'
import { useReactions } from '../../shared/ui/reactions/use-reactions.ts'
import { RisingEmojis } from '../../shared/ui/reactions/RisingEmojis.tsx'
import css from './ScreenReactions.module.css'

/**
 * The reactions that people send (X8, C2). They rise beside the cover, or over the cover on a tall screen. With reduced
 * motion, a counter is there instead.
 */
export function ScreenReactions({ ssid, link }: { ssid: string; link: ReactionsPorts['link'] }) {
  const reactions = useReactions(ssid, link)
  const hasReducedMotion = useReducedMotion()
  return (
    <div className={css.place}>
      {hasReducedMotion ? (
        <ReactionCounter className={css.counter} reactions={reactions} />
      ) : (
        <RisingEmojis reactions={reactions} />
      )}
    </div>
  )
}
