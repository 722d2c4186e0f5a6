import { isLoopback, type Session, shortLink } from '@jointly/contract'
import { formatCode, isOpenByLink } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { useProvider } from '../../../shared/api/use-provider.ts'
import { shareLink } from '../../../shared/browser/paths.ts'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { CopyField } from '../../../shared/ui/forms/CopyField.tsx'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import css from './SocialTab.module.css'

/** This command starts the server so that all devices in the home network can open it (J8). */
const LAN_COMMAND = 'npm start -- --lan'

/** The text for each policy that says who may join with the link (S2). */
const whoMayJoin = { free: 'linkText', link: 'linkText', invite: 'inviteOnly', strict: 'strictOnly' } as const

/**
 * The code and the links of a session, with buttons to copy and to share them. If the session is closed, the code and
 * the short link do not open it, so they are hidden (J4).
 */
export function ShareLink({ session }: { session: Session }) {
  const { t } = useTranslation()
  const known = useProvider()?.linkOrigin
  const origin = known ?? location.origin
  const { uuid, code, title } = session
  const isOpen = isOpenByLink(session.policy)
  const link = shareLink(origin, uuid)
  const short = isOpen && code ? shortLink(origin, code) : null

  async function share(): Promise<void> {
    try {
      await navigator.share({ title, text: t('session.social.shareText', { title }), url: short ?? link })
    } catch (error) {
      // Usually the person has closed the share dialog of the system, which is not an error.
      console.info('not shared', error)
    }
  }

  const copying = {
    copied: t('session.social.copied'),
    failed: t('session.social.copyFailed'),
  }
  return (
    <>
      {known && isLoopback(new URL(known).hostname) && (
        <p className={css.onlyHere}>
          <Icon name="info" size={18} />
          <span>{t('session.social.onlyHere', { command: LAN_COMMAND })}</span>
        </p>
      )}
      <p className={css.hint}>{t(`session.social.${whoMayJoin[session.policy]}`)}</p>
      {short && (
        <>
          <p className={css.code}>
            <span className="secondary-small">{t('session.social.code')}</span>
            <strong className={css.codeText} translate="no">
              {formatCode(code)}
            </strong>
          </p>
          <CopyField
            value={short}
            label={t('session.social.shortLink')}
            hint={t('session.social.shortLinkText', { address: short.replace(/^https?:\/\//, '') })}
            copy={t('session.social.copyShort')}
            {...copying}
          />
        </>
      )}
      <CopyField
        value={link}
        label={t(short ? 'session.social.link' : 'session.social.onlyLink')}
        {...(short && { hint: t('session.social.longLinkText') })}
        copy={t('session.social.copy')}
        {...copying}
      />
      {'share' in navigator && (
        <Button className={css.action} icon="share" onClick={() => void share()}>
          {t('session.social.share')}
        </Button>
      )}
    </>
  )
}
