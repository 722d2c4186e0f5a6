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
  // Elsewhere the owner bans people in the list of people (S7, specification, section 2).
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
            renderStart={({ username }) => <Avatar name={username} />}
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
  const picked = new Map(banned.map((each) => [each.user_id, each.username]))
  const here = new Map([
    ...picked,
    ...shared.active.map((person) => [person.id, nameInText(t, person)] as const),
  ])
  const people = [...here].filter(([id]) => !excludedIds.has(id))
  if (people.length === 0)
    return (
      <EmptyState
        icon="friends"
        title={t('session.options.banned.nobody')}
        text={t('session.options.banned.nobodyText')}
      />
    )

  /** Bans a person, who is then no moderator any more. */
  function ban(id: string, name: string): void {
    const added = { user_id: id, username: name }
    change({
      banned: [...banned, added],
      ...(mods && { mods: mods.filter(({ user_id }) => user_id !== id) }),
    })
  }

  return (
    <ul>
      {people.map(([id, name]) => (
        <li key={id}>
          <PickRow
            start={<Avatar name={name} />}
            title={name}
            picked={picked.has(id)}
            icon="block"
            labels={{
              pick: t('session.options.banned.pick', { name }),
              picked: t('session.options.banned.picked', { name }),
            }}
            onToggle={() =>
              picked.has(id)
                ? change({ banned: banned.filter(({ user_id }) => user_id !== id) })
                : ban(id, name)
            }
          />
        </li>
      ))}
    </ul>
  )
}
