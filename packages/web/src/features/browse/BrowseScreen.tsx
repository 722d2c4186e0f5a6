import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../shared/ui/Button.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { BackLink, ShellLink } from '../../shared/ui/ShellLink.tsx'
import { EmptyState } from '../../shared/ui/StateNote.tsx'
import { TicketPanel } from './TicketPanel.tsx'

/** Pages opened by an action; `ticket` creates beta tickets. */
export function BrowseScreen({ action }: { action: string }) {
  const { t } = useTranslation()
  if (action === 'ticket')
    return (
      <Screen title={t('browse.ticket')} intro={t('browse.ticketText')} back={<BackLink />}>
        <TicketPanel />
      </Screen>
    )
  return (
    <Screen title={t('browse.title')} back={<BackLink />}>
      <EmptyState icon="public" title={t('browse.empty')} text={t('browse.emptyText')}>
        <ShellLink to="" className={buttonClass({ tone: 'primary' })}>
          {t('browse.toSessions')}
        </ShellLink>
      </EmptyState>
    </Screen>
  )
}
