import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SwitchField } from '../../../../shared/ui/forms/SwitchField.tsx'
import { useSessionActions } from '../../model/use-session.ts'
import { Card } from '../components/Card.tsx'

type PersonalProps = { favorite: boolean; devices: ReactNode }

/**
 * The person's own settings: the device that plays, and whether the session is a favorite. Changes take effect at
 * once.
 */
export function PersonalSection({ favorite, devices }: PersonalProps) {
  const { t } = useTranslation()
  const { setFavorite } = useSessionActions()
  return (
    <Card icon="person" title={t('session.options.yours')}>
      {devices}
      <SwitchField
        label={t('session.options.favorite')}
        detail={t('session.options.favoriteText')}
        checked={favorite}
        onChange={(next) => void setFavorite(next)}
      />
    </Card>
  )
}
