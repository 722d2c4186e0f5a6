import type { PublicUser } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../shared/ui/media/Avatar.tsx'
import { IconButton } from '../../shared/ui/buttons/Button.tsx'
import { PageHeading } from '../../shared/ui/layout/PageHeading.tsx'
import { BackLink } from '../../shared/ui/buttons/ShellLink.tsx'
import type { SessionView } from './model/session-view.ts'
import { useSessionActions } from './model/use-session.ts'
import css from './SessionHead.module.css'
import { ShareButton } from './share/ShareButton.tsx'

/** The number of people whose avatars are shown, and the number in a narrow header if there are more people. */
const SHOWN_AVATARS = 4
const SHOWN_NARROW = 2

/** The session's title, its people, the share button and the button that makes the session a favorite. */
export function SessionHead({
  view,
  onPeople,
}: {
  view: SessionView
  /** Opens the list of the people. */
  onPeople: () => void
}) {
  const { t } = useTranslation()
  const { session, active, activeCount } = view.shared
  const { favorite } = view.you
  const { setFavorite } = useSessionActions()
  return (
    <header className={css.head} data-theme="dark">
      <BackLink />
      <PageHeading className={css.title} title={session.title} />
      <button type="button" className={css.faces} onClick={onPeople}>
        {/* The button's name is hidden text. An `aria-label` would have to contain the initials in the avatars,
            because voice control finds a button by its visible text. */}
        <span className="visually-hidden">{t('session.hereShow', { count: activeCount })}</span>
        <Faces people={active} count={activeCount} />
      </button>
      <ShareButton session={session} role={view.you.role} />
      <IconButton
        icon="star"
        filled={favorite}
        className={css.star}
        aria-pressed={favorite}
        label={t(favorite ? 'session.star.remove' : 'session.star.add')}
        onClick={() => void setFavorite(!favorite)}
      />
    </header>
  )
}

/**
 * The avatars of the first people, and the number of the others. A narrow header has no room for four avatars, so it
 * shows fewer of them. The style sheet chooses.
 */
function Faces({ people, count }: { people: readonly PublicUser[]; count: number }) {
  const isFew = count <= SHOWN_NARROW + 1
  return (
    <>
      {people.slice(0, SHOWN_AVATARS).map((person, index) => (
        <Avatar
          key={person.id}
          person={person}
          size={28}
          className={isFew || index < SHOWN_NARROW ? undefined : css.inWide}
        />
      ))}
      {count > SHOWN_AVATARS && (
        <span aria-hidden className={`${css.more} ${css.inWide}`}>
          +{count - SHOWN_AVATARS}
        </span>
      )}
      {!isFew && (
        <span aria-hidden className={`${css.more} ${css.inNarrow}`}>
          +{count - SHOWN_NARROW}
        </span>
      )}
    </>
  )
}
