import { Policy } from '@jointly/contract'
import { isOpenByLink } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { SwitchField } from '../../../../shared/ui/forms/SwitchField.tsx'
import { Card } from '../components/Card.tsx'
import { Choices } from '../components/Choices.tsx'
import { SectionNote } from '../components/SectionNote.tsx'
import type { SectionProps } from './section-props.ts'

/** The section that sets who may join (S2), and whether guests may join (G5). */
export function PolicySection({ edit, change, refused }: SectionProps) {
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
    </Card>
  )
}
