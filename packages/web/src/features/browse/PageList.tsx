import { SUPER_LEVEL } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { useStore } from '../../shared/store/store.ts'
import { Icon, type IconName } from '../../shared/ui/media/Icon.tsx'
import { pressableRow, Row } from '../../shared/ui/layout/Row.tsx'
import { ShellLink } from '../../shared/ui/buttons/ShellLink.tsx'

/** The links to the pages that this person may open. */
export function PageList() {
  const { t } = useTranslation()
  const maySeeTickets = useStore((state) => state.user?.level === SUPER_LEVEL)
  return (
    <ul>
      {maySeeTickets && (
        <PageLink icon="ticket" action="ticket" title={t('browse.ticket')} text={t('browse.ticketText')} />
      )}
      <PageLink icon="public" action="api" title={t('browse.api')} text={t('browse.apiText')} />
    </ul>
  )
}

function PageLink({
  icon,
  action,
  title,
  text,
}: {
  icon: IconName
  action: string
  title: string
  text: string
}) {
  return (
    <li>
      <ShellLink to={screenPath.browse(action)} className={pressableRow}>
        <Row
          wraps
          start={<Icon name={icon} />}
          title={title}
          detail={text}
          end={<Icon name="chevron_right" size={18} />}
        />
      </ShellLink>
    </li>
  )
}
