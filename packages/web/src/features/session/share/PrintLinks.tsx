import type { Share } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../../shared/ui/buttons/Button.tsx'
import { Icon, type IconName } from '../../../shared/ui/media/Icon.tsx'
import css from './PrintLinks.module.css'

const icons = { qr: 'qr', qrPng: 'qr', pdf: 'download', pdfLetter: 'download' } as const satisfies Partial<
  Record<keyof Share, IconName>
>
export type PrintKind = keyof typeof icons

/** Links to QR codes and posters, which open in a new window. */
export function PrintLinks({ share, kinds }: { share: Share; kinds: readonly PrintKind[] }) {
  const { t } = useTranslation()
  return (
    <ul className={css.prints}>
      {kinds.map((kind) => (
        <li key={kind}>
          <a
            className={`${buttonClass()} ${css.print}`}
            href={share[kind]}
            target="_blank"
            rel="noopener noreferrer"
          >
            <Icon name={icons[kind]} size={18} />
            {t(`session.options.share.${kind}`)}
          </a>
        </li>
      ))}
    </ul>
  )
}
