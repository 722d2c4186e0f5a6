import { SUPER_LEVEL } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { useStore } from '../../shared/store/store.ts'
import { Icon, type IconName } from '../../shared/ui/media/Icon.tsx'
import { listPanel } from '../../shared/ui/layout/Panel.tsx'
import { pressableRow, Row } from '../../shared/ui/layout/Row.tsx'
import { ShellLink } from '../../shared/ui/buttons/ShellLink.tsx'

/** The links to the server's pages that this person may open. */
export function PageList() {
  const maySeeTickets = useStore((state) => state.user?.level === SUPER_LEVEL)
  return (
    <ul className={listPanel}>
      {maySeeTickets && <PageLink icon="ticket" action="ticket" />}
      <PageLink icon="public" action="api" />
    </ul>
  )
}

function PageLink({ icon, action }: { icon: IconName; action: 'ticket' | 'api' }) {
  const { t } = useTranslation()
  return (
    <li>
      <ShellLink to={screenPath.browse(action)} className={pressableRow}>
        <Row
          wraps
          start={<Icon name={icon} />}
          title={t(`browse.${action}`)}
          detail={t(`browse.${action}Text`)}
          end={<Icon name="chevron_right" size={18} />}
        />
      </ShellLink>
    </li>
  )
}
