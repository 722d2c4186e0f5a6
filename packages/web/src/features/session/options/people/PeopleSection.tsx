import { type Moderator, ModeratorLevel } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { Avatar, type AvatarPerson } from '../../../../shared/ui/media/Avatar.tsx'
import { FriendsLoader } from '../../FriendsLoader.tsx'
import { Card, CardNote } from '../components/Card.tsx'
import { MarkedList } from '../components/MarkedList.tsx'
import css from './PeopleSection.module.css'
import { PickRow, ListWithPicker } from '../components/ListWithPicker.tsx'
import { SectionNote } from '../components/SectionNote.tsx'
import type { SectionProps } from '../sections/section-props.ts'
import { moderatorKind } from '../model/sections.ts'

/** The level of a new moderator. It has the fewest rights. */
const FIRST_LEVEL = 'relate'

/** The moderators with their levels. The first row is the owner, whose role cannot change (R2, R3). */
export function PeopleSection({ edit, change, refused }: SectionProps) {
  const { t } = useTranslation()
  const { mods } = edit.draft
  if (edit.loaded.mods === undefined || mods === undefined) return null
  return (
    <Card icon="friends" title={t('session.options.people.title')} text={t('session.options.people.text')}>
      <ListWithPicker
        add={{ label: t('session.options.people.add'), icon: 'person_add' }}
        title={t('session.options.people.addTitle')}
        text={t('session.options.people.addText')}
        renderList={(focusAdd) => (
          <MarkedList
            onAddedRowRemoved={focusAdd}
            before={edit.base.mods ?? []}
            now={mods}
            kind={moderatorKind}
            onChange={(now) => change({ mods: now })}
            nameOf={({ username }) => username}
            renderStart={(each) => <Avatar person={{ ...each, id: each.user_id }} />}
            detail={({ level }) => t(`session.options.levelText.${level}`)}
            isFixed={({ level }) => level === 'owner'}
            removeLabel={(name) => t('session.options.people.remove', { name })}
            renderControl={(moderator) => <Level moderator={moderator} mods={mods} change={change} />}
          />
        )}
        renderPicker={() => <FriendPicker edit={edit} change={change} />}
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

/**
 * The friends who are neither moderators nor banned. If an unsaved change makes a friend a moderator, the friend
 * stays in the list.
 */
function FriendPicker({ edit, change }: Omit<SectionProps, 'refused'>) {
  const { t } = useTranslation()
  const { mods = [] } = edit.draft
  const { banned = [] } = edit.loaded
  const excludedIds = new Set([...(edit.base.mods ?? []), ...banned].map(({ user_id }) => user_id))
  return (
    <FriendsLoader whyText={t('session.options.people.noFriendsText')}>
      {(friends) => {
        const candidates = friends.filter(({ id }) => !excludedIds.has(id))
        if (candidates.length === 0) return <CardNote>{t('session.options.people.none')}</CardNote>
        return (
          <ul>
            {candidates.map((friend) => (
              <li key={friend.id}>
                <FriendChoice friend={friend} mods={mods} change={change} />
              </li>
            ))}
          </ul>
        )
      }}
    </FriendsLoader>
  )
}

type ChoiceProps = Omit<LevelProps, 'moderator'> & { friend: AvatarPerson }

function FriendChoice({ friend, mods, change }: ChoiceProps) {
  const { t } = useTranslation()
  const { id, username: name, picture } = friend
  const rest = mods.filter(({ user_id }) => user_id !== id)
  const picked = rest.length < mods.length
  const added: Moderator = { user_id: id, username: name, level: FIRST_LEVEL, ...(picture && { picture }) }
  return (
    <PickRow
      start={<Avatar person={friend} />}
      title={name}
      picked={picked}
      labels={{
        pick: t('session.options.people.pick', { name }),
        picked: t('session.options.people.picked', { name }),
      }}
      onToggle={() => change({ mods: picked ? rest : [...rest, added] })}
    />
  )
}
