import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { useStore } from '../../shared/store/store.ts'
import { Icon } from '../../shared/ui/media/Icon.tsx'
import { Logo, LogoMark } from '../../shared/ui/media/Logo.tsx'
import { CreateAccountLink } from '../../shared/ui/buttons/CreateAccountLink.tsx'
import { IconLink, ButtonLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { useHeadingFocus } from '../../shared/ui/layout/use-heading-focus.ts'
import css from './HomeHeader.module.css'

/**
 * The buttons above the home list.
 * @param isEmpty whether the list is empty. An empty list has a large button “Add a Session”, so the header has
 * only an icon for it.
 * @param isScreen whether the list is the whole screen. Then the logo is the heading of the screen and gets the focus
 * (D14). Beside another screen, it is no heading, because that screen has one.
 */
export function HomeHeader({ isEmpty, isScreen }: { isEmpty: boolean; isScreen: boolean }) {
  const { t } = useTranslation()
  const heading = useHeadingFocus(isScreen)
  const isGuest = useStore((state) => state.user?.guest === true)
  const requestCount = useStore(({ friends }) => friends.filter(({ status }) => status === 'asked').length)
  const logo = (
    <>
      <span className={css.full}>
        <Logo size={isEmpty ? 23 : 27} />
      </span>
      <span className={css.mark}>
        <LogoMark size={30} />
        <span className="visually-hidden">Jointly</span>
      </span>
    </>
  )
  return (
    <header className={css.header} data-empty={isEmpty || undefined}>
      <div className={css.line}>
        {isScreen ? (
          <h1 ref={heading} tabIndex={-1} className={css.logo}>
            {logo}
          </h1>
        ) : (
          <div className={css.logo}>{logo}</div>
        )}
        <nav aria-label={t('home.title')} className={css.places}>
          {!isGuest && isEmpty && <IconLink icon="add" label={t('home.create')} to={screenPath.edit()} />}
          {!isGuest && <IconLink icon="accounts" label={t('accounts.title')} to={screenPath.accounts()} />}
          <IconLink icon="timeline" label={t('timeline.title')} to={screenPath.timeline()} />
          {!isGuest && (
            <IconLink
              icon="friends"
              label={
                requestCount === 0 ? t('friends.title') : t('home.friendsAsking', { count: requestCount })
              }
              isMarked={requestCount > 0}
              to={screenPath.friends()}
            />
          )}
          <IconLink icon="settings" label={t('settings.title')} to={screenPath.settings()} />
        </nav>
      </div>
      {isGuest && <CreateAccountLink />}
      {!isGuest && !isEmpty && (
        <ButtonLink to={screenPath.edit()} tone="primary" className={css.create}>
          <Icon name="add" /> {t('home.create')}
        </ButtonLink>
      )}
    </header>
  )
}
