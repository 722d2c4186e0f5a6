import { useTranslation } from 'react-i18next'
import { useProvider } from '../../shared/api/use-provider.ts'
import { Icon } from '../../shared/ui/media/Icon.tsx'
import { Panel } from '../../shared/ui/layout/Panel.tsx'
import css from './AccountUse.module.css'

const uses = [
  { use: 'sound', icon: 'play' },
  { use: 'playlists', icon: 'library' },
  { use: 'saving', icon: 'save' },
  { use: 'profile', icon: 'accounts' },
] as const

/** Explains what a linked account is used for (L17). */
export function AccountUse() {
  const { t } = useTranslation()
  const provider = useProvider()
  if (provider === null) return null
  return (
    <Panel title={t('accounts.use.title', { provider: provider.name })}>
      <ul className={css.uses}>
        {uses.map(({ use, icon }) => (
          <li key={use} className={css.use}>
            <Icon name={icon} size={20} />
            <span>
              {t(
                use === 'sound' && !provider.keepsTime
                  ? 'accounts.use.soundElsewhere'
                  : `accounts.use.${use}`,
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
