import type { PublicUser } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../shared/store/store.ts'
import { nameInText } from '../../../../shared/ui/media/PersonName.tsx'
import { Avatar } from '../../../../shared/ui/media/Avatar.tsx'
import { EmptyState } from '../../../../shared/ui/states/StateNote.tsx'
import type { SessionView } from '../../model/session-view.ts'
import { Card } from '../components/Card.tsx'
import { MarkedList } from '../components/MarkedList.tsx'
import { PickRow, ListWithPicker } from '../components/ListWithPicker.tsx'
import { SectionNote } from '../components/SectionNote.tsx'
import type { SectionProps } from '../sections/section-props.ts'
import { bannedKind } from '../model/sections.ts'

type BannedProps = SectionProps & { shared: SessionView['shared'] }

/** The banned people (S5). */
export function BannedSection({ edit, change, shared, refused }: BannedProps) {
  const { t } = useTranslation()
  const { banned } = edit.draft
  // In a session that is not managed, the owner bans people in the list of people (S7, specification, section 2).
  if (!edit.loaded.managed || edit.loaded.banned === undefined || banned === undefined) return null
  return (
    <Card icon="block" title={t('session.options.banned.title')} text={t('session.options.banned.text')}>
      <ListWithPicker
        add={{ label: t('session.options.banned.add'), icon: 'person_remove' }}
        title={t('session.options.banned.addTitle')}
        text={t('session.options.banned.addText')}
        renderList={(focusAdd) => (
          <MarkedList
            onAddedRowRemoved={focusAdd}
            before={edit.base.banned ?? []}
            now={banned}
            kind={bannedKind}
            onChange={(now) => change({ banned: now })}
            nameOf={(person) => nameInText(t, person)}
            renderStart={(each) => <Avatar person={{ ...each, id: each.user_id }} />}
            removeLabel={(name) => t('session.options.banned.remove', { name })}
            empty={t('session.options.banned.none')}
          />
        )}
        picker={<ActivePicker edit={edit} change={change} shared={shared} />}
      />
      <SectionNote section="banned" edit={edit} refused={refused} />
    </Card>
  )
}

/** Lists the people in the session now, without the owner and this person (R3). */
function ActivePicker({ edit, change, shared }: Omit<BannedProps, 'refused'>) {
  const { t } = useTranslation()
  const ownId = useStore((state) => state.user?.id)
  const { banned = [], mods } = edit.draft
  const excludedIds = new Set([
    ownId,
    shared.session.owner.id,
    ...(edit.base.banned ?? []).map((each) => each.user_id),
  ])
  // Picked people stay in the list when they leave the session.
  const picked = new Set(banned.map((each) => each.user_id))
  const here = new Map<string, PublicUser>([
    ...banned.map(({ user_id, ...person }) => [user_id, { ...person, id: user_id }] as const),
    ...shared.active.map((person) => [person.id, person] as const),
  ])
  const people = [...here.values()].filter(({ id }) => !excludedIds.has(id))
  if (people.length === 0)
    return (
      <EmptyState
        icon="friends"
        title={t('session.options.banned.nobody')}
        text={t('session.options.banned.nobodyText')}
      />
    )

  /** Bans a person, who is then no moderator any more. */
  function ban({ id, ...person }: PublicUser): void {
    const added = { user_id: id, ...person }
    change({
      banned: [...banned, added],
      ...(mods && { mods: mods.filter(({ user_id }) => user_id !== id) }),
    })
  }

  return (
    <ul>
      {people.map((person) => (
        <li key={person.id}>
          <PickRow
            start={<Avatar person={person} />}
            title={nameInText(t, person)}
            picked={picked.has(person.id)}
            icon="block"
            labels={{
              pick: t('session.options.banned.pick', { name: nameInText(t, person) }),
              picked: t('session.options.banned.picked', { name: nameInText(t, person) }),
            }}
            onToggle={() =>
              picked.has(person.id)
                ? change({ banned: banned.filter(({ user_id }) => user_id !== person.id) })
                : ban(person)
            }
          />
        </li>
      ))}
    </ul>
  )
}
