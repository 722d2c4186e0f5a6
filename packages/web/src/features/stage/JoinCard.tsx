import { type Session, shortLink } from '@jointly/contract'
import { formatCode, isOpenByLink } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { QrCode } from '../../shared/ui/media/QrCode.tsx'
import css from './JoinCard.module.css'

/**
 * The QR code and the code with which people join the session (X8). Renders nothing if the session is closed,
 * because the codes would not open it (J4).
 */
export function JoinCard({ session: { code, policy }, origin }: { session: Session; origin: string }) {
  const { t } = useTranslation()
  if (code === '' || !isOpenByLink(policy)) return null
  return (
    <aside className={css.join}>
      <QrCode className={css.qr} text={shortLink(origin, code)} label={t('stage.qr')} />
      <div className={css.words}>
        <b className={css.heading}>{t('stage.join')}</b>
        <strong className={css.code} translate="no">
          {formatCode(code)}
        </strong>
        <span className={css.text}>{t('stage.joinText', { host: new URL(origin).host })}</span>
      </div>
    </aside>
  )
}
