import { type Options, Policy, type SharedSession } from '@jointly/contract'
import { isOpenByLink } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { SwitchField } from '../../../../shared/ui/forms/SwitchField.tsx'
import { Card, CardNote } from '../components/Card.tsx'
import { Choices } from '../components/Choices.tsx'
import { SectionNote } from '../components/SectionNote.tsx'
import type { SectionProps } from './section-props.ts'

type PolicySectionProps = SectionProps & { shared: SharedSession }

/** The section that sets who may join (S2), and whether guests may join (G5). */
export function PolicySection({ edit, change, refused, shared }: PolicySectionProps) {
  const { t } = useTranslation()
  const { policy, guests } = edit.draft
  if (edit.loaded.policy === undefined || policy === undefined) return null
  return (
    <Card icon="lock" title={t('session.options.policyTitle')}>
      <Choices
        legend={t('session.options.policyTitle')}
        value={policy}
        onChange={(value) => change({ policy: value })}
        choices={Policy.options.map((value) => ({
          value,
          label: t(`session.options.policy.${value}`),
          text: t(`session.options.policyText.${value}`),
        }))}
      />
      <SectionNote section="policy" edit={edit} refused={refused} />
      {guests !== undefined && isOpenByLink(policy) && (
        <>
          <SwitchField
            label={t('session.options.guests.label')}
            detail={t('session.options.guests.text')}
            checked={guests}
            onChange={(value) => change({ guests: value })}
          />
          <SectionNote section="guests" edit={edit} refused={refused} />
        </>
      )}
      <RemovedPeople edit={edit} shared={shared} />
    </Card>
  )
}

/** How much each policy demands of a person. A policy with a higher number lets fewer people in (S2). */
const strictness: Readonly<Record<Policy, number>> = { free: 0, link: 0, invite: 1, strict: 2 }

const takesGuests = ({ guests, policy }: Pick<Options, 'guests' | 'policy'>): boolean =>
  guests === true && policy !== undefined && isOpenByLink(policy)

/**
 * The warning that the save will remove people from the session (S2, G5). The app does not know who was invited, and in
 * a large session it does not have the list of all people. It counts the guests if nobody else can be affected.
 */
function RemovedPeople({ edit: { loaded, draft }, shared }: Pick<PolicySectionProps, 'edit' | 'shared'>) {
  const { t } = useTranslation()
  const { active, activeCount, session } = shared
  if (!loaded.policy || !draft.policy) return null
  const isStricter = strictness[draft.policy] > strictness[loaded.policy]
  if (!isStricter && (!takesGuests(loaded) || takesGuests(draft))) return null

  const staying = [session.owner.id, ...(draft.mods ?? []).map(({ user_id }) => user_id)]
  const guestCount = active.filter(({ guest }) => guest).length
  const others = active.filter(({ id, guest }) => !guest && !staying.includes(id))
  const isLarge = activeCount > active.length
  if (isStricter && (isLarge || others.length > 0)) {
    const text = draft.policy === 'strict' ? 'strict' : 'invite'
    return <CardNote tone="warn">{t(`session.options.uninvited.${text}`)}</CardNote>
  }
  if (isLarge) return <CardNote tone="warn">{t('session.options.guests.removedAll')}</CardNote>
  return (
    guestCount > 0 && (
      <CardNote tone="warn">{t('session.options.guests.removed', { count: guestCount })}</CardNote>
    )
  )
}
