import { useTranslation } from 'react-i18next'
import { Screen } from '../../shared/ui/layout/Screen.tsx'
import { BackLink } from '../../shared/ui/buttons/ShellLink.tsx'

/** A screen with only a title, as the specification requires. */
export function SongScreen() {
  const { t } = useTranslation()
  return (
    <Screen title={t('browse.song')} back={<BackLink />}>
      {null}
    </Screen>
  )
}
