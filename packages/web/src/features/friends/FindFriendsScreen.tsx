import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { buttonClass } from '../../shared/ui/Button.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { BackLink, ShellLink } from '../../shared/ui/ShellLink.tsx'
import { EmptyState } from '../../shared/ui/StateNote.tsx'

/** Says that the search by name is not open yet: its call answers `not-implemented`. */
export function FindFriendsScreen() {
  const { t } = useTranslation()
  return (
    <Screen title={t('friends.findTitle')} back={<BackLink to={screenPath.friends()} />}>
      <EmptyState icon="search" title={t('friends.findEmpty')} text={t('friends.findText')}>
        <ShellLink to="" className={buttonClass({ tone: 'primary' })}>
          {t('friends.toSessions')}
        </ShellLink>
      </EmptyState>
    </Screen>
  )
}
