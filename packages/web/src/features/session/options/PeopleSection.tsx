import { type Moderator, ModeratorLevel } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../shared/api/error-text.ts'
import { screenPath } from '../../../shared/browser/paths.ts'
import { loadFriends } from '../../../shared/store/load.ts'
import { useStore } from '../../../shared/store/store.ts'
import { Avatar } from '../../../shared/ui/Avatar.tsx'
import { buttonClass } from '../../../shared/ui/Button.tsx'
import { ShellLink } from '../../../shared/ui/ShellLink.tsx'
import { SkeletonRows } from '../../../shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../../shared/ui/StateNote.tsx'
import { useLoad } from '../../../shared/ui/use-load.ts'
import { Card, CardNote } from './Card.tsx'
import { MarkedList } from './MarkedList.tsx'
import css from './PeopleSection.module.css'
import { PickRow, WithPicker } from './PickView.tsx'
import { SectionNote } from './SectionNote.tsx'
import type { SectionProps } from './section-props.ts'
import { moderatorKind } from './sections.ts'

/** What a friend begins as: the level with the least say. */
const FIRST_LEVEL = 'relate'

/** The moderators with their levels; the owner stands first and stays (R2, R3). */
export function PeopleSection({ edit, change, refused }: SectionProps) {
  const { t } = useTranslation()
  const { mods } = edit.draft
  if (edit.loaded.mods === undefined || mods === undefined) return null
  return (
    <Card icon="friends" title={t('session.options.people.title')} text={t('session.options.people.text')}>
      <WithPicker
        add={{ label: t('session.options.people.add'), icon: 'person_add' }}
        title={t('session.options.people.addTitle')}
        text={t('session.options.people.addText')}
        renderList={(focusAdd) => (
          <MarkedList
            onGone={focusAdd}
            before={edit.base.mods ?? []}
            now={mods}
            kind={moderatorKind}
            onChange={(now) => change({ mods: now })}
            nameOf={({ username }) => username}
            renderStart={({ username }) => <Avatar name={username} />}
            detail={({ level }) => t(`session.options.levelText.${level}`)}
            isFixed={({ level }) => level === 'owner'}
            removeLabel={(name) => t('session.options.people.remove', { name })}
            renderControl={(moderator) => <Level moderator={moderator} mods={mods} change={change} />}
          />
        )}
        picker={<FriendPicker edit={edit} change={change} />}
      />
      <SectionNote section="mods" edit={edit} refused={refused} />
    </Card>
  )
}

type LevelProps = { moderator: Moderator; mods: readonly Moderator[]; change: SectionProps['change'] }

function Level({ moderator, mods, change }: LevelProps) {
  const { t } = useTranslation()
  const { user_id, username, level } = moderator
  if (level === 'owner') return <span className={css.owner}>{t('session.options.level.owner')}</span>
  const setLevel = (value: string) => {
    const next = ModeratorLevel.options.find((each) => each === value)
    if (next)
      change({ mods: mods.map((each) => (each.user_id === user_id ? { ...each, level: next } : each)) })
  }
  return (
    <select
      className={css.level}
      aria-label={t('session.options.people.levelOf', { name: username })}
      value={level}
      onChange={(event) => setLevel(event.target.value)}
    >
      {ModeratorLevel.options.map((each) => (
        <option key={each} value={each}>
          {t(`session.options.level.${each}`)}
        </option>
      ))}
    </select>
  )
}

/** Friends who are neither moderators nor banned. */
function FriendPicker({ edit, change }: Omit<SectionProps, 'refused'>) {
  const { t } = useTranslation()
  const { loading, reload } = useLoad(loadFriends)
  const friends = useStore((state) => state.friends).filter(({ status }) => status === 'friends')
  const { mods = [], banned = [] } = edit.draft
  const taken = new Set([...(edit.base.mods ?? []), ...banned].map(({ user_id }) => user_id))
  const free = friends.filter(({ id }) => !taken.has(id))
  if (loading.state === 'failed') return <ErrorState text={errorText(t, loading.refused)} onRetry={reload} />
  if (loading.state === 'loading' && friends.length === 0) return <SkeletonRows count={2} />
  if (friends.length === 0)
    return (
      <EmptyState
        icon="friends"
        title={t('session.options.people.noFriends')}
        text={t('session.options.people.noFriendsText')}
      >
        <ShellLink className={buttonClass()} to={screenPath.findFriends()}>
          {t('session.social.findFriends')}
        </ShellLink>
      </EmptyState>
    )
  if (free.length === 0) return <CardNote>{t('session.options.people.none')}</CardNote>
  return (
    <ul>
      {free.map(({ id, username: name }) => {
        const picked = mods.some(({ user_id }) => user_id === id)
        const rest = mods.filter(({ user_id }) => user_id !== id)
        const added = { user_id: id, username: name, level: FIRST_LEVEL } as const
        return (
          <li key={id}>
            <PickRow
              start={<Avatar name={name} />}
              title={name}
              picked={picked}
              labels={{
                pick: t('session.options.people.pick', { name }),
                picked: t('session.options.people.picked', { name }),
              }}
              onToggle={() => change({ mods: picked ? rest : [...rest, added] })}
            />
          </li>
        )
      })}
    </ul>
  )
}
