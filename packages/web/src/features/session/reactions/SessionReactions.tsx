import { REACTIONS, type ReactionCounts } from '@jointly/contract'
import { useId, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore as useVanillaStore } from 'zustand'
import { useReducedMotion } from '../../../shared/browser/layout/media.ts'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { Emoji, reactionName } from '../../../shared/ui/reactions/Emoji.tsx'
import { ReactionCounter } from '../../../shared/ui/reactions/ReactionCounter.tsx'
import { useReactions } from '../../../shared/ui/reactions/use-reactions.ts'
import { isNone, type Reactions, type ReactionsPorts } from '../../../shared/ui/reactions/reactions-model.ts'
import { RisingEmojis } from '../../../shared/ui/reactions/RisingEmojis.tsx'
import type { SessionLink } from '../model/follower.ts'
import css from './SessionReactions.module.css'

type SessionReactionsProps = {
  ssid: string
  link: ReactionsPorts['link'] & Pick<SessionLink, 'onStatus' | 'isReady'>
}

/**
 * The reactions of the session: the row of emojis to send, and the emojis that rise over the cover (C1, C2). On a
 * small screen, a button opens the row, because the row would cover the picture.
 */
export function SessionReactions({ ssid, link }: SessionReactionsProps) {
  const { t } = useTranslation()
  // Reactions cannot be sent without a live connection (C2). It is read here and not in the screen of the session,
  // because a change is rendered at once, together with everything below the component that reads it.
  const isLive = useSyncExternalStore(link.onStatus, link.isReady)
  const reactions = useReactions(ssid, link)
  const hasReducedMotion = useReducedMotion()
  const row = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={css.place}>
      {hasReducedMotion ? (
        <ReactionCounter className={css.counter} reactions={reactions} />
      ) : (
        <div className={css.sky}>
          <RisingEmojis reactions={reactions} />
        </div>
      )}
      <IconButton
        className={css.toggle}
        icon={isOpen ? 'close' : 'react'}
        label={t(isOpen ? 'session.react.close' : 'session.react.label')}
        aria-expanded={isOpen}
        aria-controls={row}
        onClick={() => setOpen(!isOpen)}
      />
      <div
        id={row}
        className={css.bar}
        role="group"
        aria-label={t('session.react.label')}
        data-open={isOpen || undefined}
      >
        {REACTIONS.map((emoji, index) => (
          <button
            key={emoji}
            type="button"
            className={css.button}
            aria-label={t(`session.react.${reactionName(index)}`)}
            disabled={!isLive}
            onClick={() => reactions.react(index)}
          >
            <Emoji index={index} />
          </button>
        ))}
        {!isLive && <p className={css.away}>{t('session.react.away')}</p>}
      </div>
      <Summary reactions={reactions} />
    </div>
  )
}

/** A text that tells screen readers about the reactions from time to time (C2). */
function Summary({ reactions }: { reactions: Reactions }) {
  const { t } = useTranslation()
  const summary = useVanillaStore(reactions.store, (state) => state.summary)
  return (
    <p className="visually-hidden" role="status">
      {!isNone(summary) && t('session.react.summary', { list: listOf(summary) })}
    </p>
  )

  function listOf(counts: ReactionCounts): string {
    const parts = counts.flatMap((count, index) =>
      count > 0 ? [`${t(`session.react.${reactionName(index)}`)} ${count}`] : [],
    )
    return parts.join(', ')
  }
}
