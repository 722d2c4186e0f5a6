import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { Screen } from '../../shared/ui/layout/Screen.tsx'
import { BackLink, ButtonLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { EmptyState } from '../../shared/ui/states/StateNote.tsx'
import { PageFrame } from './PageFrame.tsx'
import { PageList } from './PageList.tsx'
import { TicketFrame } from './TicketFrame.tsx'

/** The path of the page that describes the server's API. */
const API_PAGE = '/api/docs'

/** Shows a page of the server in a frame. @param page the name of the page; empty for the list of these pages */
export function BrowseScreen({ page }: { page: string }) {
  const { t } = useTranslation()
  switch (page) {
    case '':
      return (
        <Screen title={t('browse.title')} intro={t('browse.intro')} back={<BackLink />}>
          <PageList />
        </Screen>
      )
    case 'ticket':
      return (
        <Screen title={t('browse.ticket')} back={<BackLink to={screenPath.settings()} />}>
          <TicketFrame />
        </Screen>
      )
    case 'api':
      return (
        <Screen title={t('browse.api')} back={<BackLink to={screenPath.browse()} />}>
          <PageFrame title={t('browse.api')} src={API_PAGE} mayOpenWindows />
        </Screen>
      )
    default:
      return (
        <Screen title={t('browse.title')} back={<BackLink to={screenPath.browse()} />}>
          <EmptyState icon="public" title={t('browse.unknown')} text={t('browse.unknownText')}>
            <ButtonLink to={screenPath.browse()} tone="primary">
              {t('browse.toPages')}
            </ButtonLink>
          </EmptyState>
        </Screen>
      )
  }
}
