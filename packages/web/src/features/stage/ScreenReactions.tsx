import { useReducedMotion } from '../../shared/browser/layout/media.ts'
import type { ReactionsPorts } from '../../shared/ui/reactions/reactions-model.ts'
import { useReactions } from '../../shared/ui/reactions/use-reactions.ts'
import { RisingEmojis } from '../../shared/ui/reactions/RisingEmojis.tsx'
import css from './ScreenReactions.module.css'

/** The reactions that people send (X8, C2). They rise beside the cover, or over the cover on a tall screen. */
export function ScreenReactions({ ssid, link }: { ssid: string; link: ReactionsPorts['link'] }) {
  const reactions = useReactions(ssid, link)
  const hasReducedMotion = useReducedMotion()
  if (hasReducedMotion) return null
  return (
    <div className={css.place}>
      <RisingEmojis reactions={reactions} />
    </div>
  )
}
