import type { Options, PublicUser } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../shared/store/store.ts'
import { Button } from '../../../../shared/ui/buttons/Button.tsx'
import { Row } from '../../../../shared/ui/layout/Row.tsx'
import { useHeldWhilePressed } from '../../../../shared/ui/layout/use-held-while-pressed.ts'
import { Avatar } from '../../../../shared/ui/media/Avatar.tsx'
import { nameInText, PersonName } from '../../../../shared/ui/media/PersonName.tsx'
import { EmptyState } from '../../../../shared/ui/states/StateNote.tsx'
import type { SessionView } from '../../model/session-view.ts'
import { BannedRow } from '../../people/BannedList.tsx'
import { usePersonAction } from '../../people/use-person-action.ts'
import { Card, CardNote } from '../components/Card.tsx'
import { ListWithPicker } from '../components/ListWithPicker.tsx'

/** The section for banned people (S5). A ban takes effect at once and is not saved with the options (S7). */
export function BannedSection({ loaded, view }: { loaded: Options; view: SessionView }) {
  const { t } = useTranslation()
  const [banned, onPointerDown] = useHeldWhilePressed(loaded.banned)
  // A session that is not managed does not have this section. Its owner bans people in the list of people (S7, spec
  // section 2).
  if (!loaded.managed || banned === undefined) return null
  const ssid = view.shared.session.uuid
  return (
    <Card icon="block" title={t('session.options.banned.title')} text={t('session.options.banned.text')}>
      <ListWithPicker
        add={{ label: t('session.options.banned.add'), icon: 'person_remove' }}
        title={t('session.options.banned.addTitle')}
        text={t('session.options.banned.addText')}
        renderList={(focusAdd) => (
          <>
            {banned.length === 0 && <CardNote>{t('session.options.banned.none')}</CardNote>}
            <ul onPointerDown={onPointerDown}>
              {banned.map((person) => (
                <li key={person.user_id}>
                  <BannedRow ssid={ssid} banned={person} onLifted={focusAdd} />
                </li>
              ))}
            </ul>
          </>
        )}
        renderPicker={(close) => <PeopleToBan loaded={loaded} view={view} onBanned={close} />}
      />
    </Card>
  )
}

type PeopleToBanProps = { loaded: Options; view: SessionView; onBanned: () => void }

/** The people in the session who can be banned. The owner, this person and banned people are left out (R3). */
function PeopleToBan({ loaded, view: { shared }, onBanned }: PeopleToBanProps) {
  const { t } = useTranslation()
  const ownId = useStore((state) => state.user?.id)
  const hidden = new Set([
    ownId,
    shared.session.owner.id,
    ...(loaded.banned ?? []).map((each) => each.user_id),
  ])
  const [people, onPointerDown] = useHeldWhilePressed(shared.active.filter(({ id }) => !hidden.has(id)))
  if (people.length === 0)
    return (
      <EmptyState
        icon="friends"
        title={t('session.options.banned.nobody')}
        text={t('session.options.banned.nobodyText')}
      />
    )
  return (
    <ul onPointerDown={onPointerDown}>
      {people.map((person) => (
        <li key={person.id}>
          <PersonToBan ssid={shared.session.uuid} person={person} onBanned={onBanned} />
        </li>
      ))}
    </ul>
  )
}

type PersonToBanProps = { ssid: string; person: PublicUser; onBanned: () => void }

function PersonToBan({ ssid, person, onBanned }: PersonToBanProps) {
  const { t } = useTranslation()
  const { state, setBan } = usePersonAction(ssid, person)
  const ban = async () => {
    if (await setBan(true)) onBanned()
  }
  return (
    <Row
      start={<Avatar person={person} />}
      title={<PersonName person={person} />}
      end={
        <Button
          size="s"
          tone="danger"
          icon="block"
          state={state}
          aria-label={t('session.options.banned.pick', { name: nameInText(t, person) })}
          onClick={() => void ban()}
        >
          {t('session.options.banned.pickShort')}
        </Button>
      }
    />
  )
}
