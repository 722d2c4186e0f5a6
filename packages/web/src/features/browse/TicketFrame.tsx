import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { ButtonLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { SkeletonRows } from '../../shared/ui/states/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import { PageFrame } from './PageFrame.tsx'

const openTicketPage = (signal: AbortSignal) => call('openTicketPage', { signal })

/** The ticket page. A one-time code opens it (A6). */
export function TicketFrame() {
  const { t } = useTranslation()
  const { loading, reload } = useLoad(openTicketPage)
  if (loading.state === 'loading') return <SkeletonRows count={3} />
  if (loading.state === 'ready') return <PageFrame title={t('browse.ticket')} src={loading.value.url} />
  if (loading.refused.error.code !== 'forbidden')
    return <ErrorState refused={loading.refused} onRetry={reload} />
  return (
    <EmptyState icon="lock" title={t('browse.notYours')} text={t('browse.notYoursText')}>
      <ButtonLink to={screenPath.settings()} tone="primary">
        {t('browse.toSettings')}
      </ButtonLink>
    </EmptyState>
  )
}
