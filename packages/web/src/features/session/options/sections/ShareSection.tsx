import type { Share } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../../../shared/ui/buttons/Button.tsx'
import { CopyField } from '../../../../shared/ui/forms/CopyField.tsx'
import { Icon, type IconName } from '../../../../shared/ui/media/Icon.tsx'
import { Card } from '../components/Card.tsx'
import css from './ShareSection.module.css'

const posters = [
  ['qr', 'qr'],
  ['qrPng', 'qr'],
  ['pdf', 'download'],
  ['pdfLetter', 'download'],
] as const satisfies readonly (readonly [keyof Share, IconName])[]

/** Links to the QR code and the poster, which open in a new window. */
export function ShareSection({ share }: { share: Share }) {
  const { t } = useTranslation()
  return (
    <Card icon="share" title={t('session.options.share.title')} text={t('session.options.share.text')}>
      <ul className={css.posters}>
        {posters.map(([kind, icon]) => (
          <li key={kind}>
            <a
              className={`${buttonClass()} ${css.poster}`}
              href={share[kind]}
              target="_blank"
              rel="noopener noreferrer"
            >
              <Icon name={icon} size={18} />
              {t(`session.options.share.${kind}`)}
            </a>
          </li>
        ))}
      </ul>
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
