import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { Icon, type IconName } from '../../shared/ui/media/Icon.tsx'
import { IconCircle } from '../../shared/ui/media/IconCircle.tsx'
import { pressableRow, Row } from '../../shared/ui/layout/Row.tsx'
import { ShellLink } from '../../shared/ui/buttons/ShellLink.tsx'
import css from './GetStarted.module.css'

const places = [
  { name: 'session', icon: 'add', to: screenPath.edit() },
  { name: 'accounts', icon: 'accounts', to: screenPath.accounts() },
  { name: 'timeline', icon: 'timeline', to: screenPath.timeline() },
  { name: 'friends', icon: 'friends', to: screenPath.friends() },
  { name: 'settings', icon: 'settings', to: screenPath.settings() },
] as const satisfies readonly { name: string; icon: IconName; to: string }[]

/** The entries that a guest sees, because they need no account (G2). */
const forGuests: ReadonlySet<string> = new Set(['timeline', 'settings'])

/** The content of the home list when it has no sessions, beside the code field. */
export function GetStarted({ isGuest }: { isGuest: boolean }) {
  const { t } = useTranslation()
  return (
    <section className={css.start}>
      {!isGuest && (
        <>
          <h2 className={css.title}>{t('home.getStarted')}</h2>
          <p className={css.text}>{t('home.getStartedText')}</p>
        </>
      )}
      <ul>
        {places
          .filter(({ name }) => !isGuest || forGuests.has(name))
          .map(({ name, icon, to }, index) => (
            <li key={name}>
              <ShellLink to={to} className={pressableRow}>
                <Row
                  wraps
                  start={<IconCircle name={icon} tone={index === 0 ? 'primary' : 'plain'} />}
                  title={t(`home.start.${name}.title`)}
                  detail={t(`home.start.${name}.text`)}
                  end={<Icon name="chevron_right" size={18} />}
                />
              </ShellLink>
            </li>
          ))}
      </ul>
    </section>
  )
}
