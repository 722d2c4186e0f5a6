import type { Share } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { CopyField } from '../../../../shared/ui/forms/CopyField.tsx'
import { Card } from '../components/Card.tsx'
import { PrintLinks } from '../../share/PrintLinks.tsx'

/** Links to the QR codes and posters, which open in a new window, and the short link with a copy button. */
export function ShareSection({ share }: { share: Share }) {
  const { t } = useTranslation()
  return (
    <Card icon="share" title={t('session.options.share.title')} text={t('session.options.share.text')}>
      <PrintLinks share={share} kinds={['qr', 'qrPng', 'pdf', 'pdfLetter']} />
      {share.shortLink && (
        <CopyField
          value={share.shortLink}
          label={t('session.social.shortLink')}
          copy={t('session.social.copyShort')}
          copied={t('session.social.copied')}
          failed={t('session.social.copyFailed')}
        />
      )}
    </Card>
  )
}
