import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { ButtonLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { CopyField } from '../../shared/ui/forms/CopyField.tsx'
import { QrCode } from '../../shared/ui/media/QrCode.tsx'
import { SkeletonRows } from '../../shared/ui/states/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import { PageFrame } from './PageFrame.tsx'
import css from './TicketFrame.module.css'

const openTicketPage = (signal: AbortSignal) => call('openTicketPage', { signal })

/** Shows the ticket page of the server. A one-time code gives the person access to it (A6). */
export function TicketFrame() {
  const { t } = useTranslation()
  const { loading, reload } = useLoad(openTicketPage)
  if (loading.state === 'loading') return <SkeletonRows count={3} />
  if (loading.state === 'ready') return <TicketPage url={loading.value.url} />
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

/**
 * The framed page. Above it is the link of the newest ticket, with its QR code and a button that copies the link.
 */
function TicketPage({ url }: { url: string }) {
  const { t } = useTranslation()
  const [link, setLink] = useState<string | null>(null)
  return (
    <>
      {link && (
        <div className={css.ticket}>
          <QrCode className={css.qr} text={link} label={t('browse.ticketQr')} />
          <CopyField
            value={link}
            label={t('browse.ticketLink')}
            copy={t('browse.ticketCopy')}
            copied={t('browse.ticketCopied')}
            failed={t('browse.ticketCopyFailed')}
          />
        </div>
      )}
      <PageFrame title={t('browse.ticket')} src={url} onPage={(page) => setLink(takeLink(page))} />
    </>
  )
}

/** Returns the link in the framed page, and hides it there, because the app shows it above the frame. */
function takeLink(page: Document | null): string | null {
  page?.querySelector('#link')?.setAttribute('hidden', '')
  return page?.querySelector('output')?.textContent ?? null
}
