import { useTranslation } from 'react-i18next'
import { shareLink } from '../../../shared/browser/paths.ts'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { CopyField } from '../../../shared/ui/forms/CopyField.tsx'
import css from './SocialTab.module.css'

/** The link to a session. It can be copied, or shared with the system's share dialog if there is one. */
export function ShareLink({ ssid, title, byLink }: { ssid: string; title: string; byLink: boolean }) {
  const { t } = useTranslation()
  const url = shareLink(location.origin, ssid)

  async function share(): Promise<void> {
    try {
      await navigator.share({ title, text: t('session.social.shareText', { title }), url })
    } catch (error) {
      // The person closed the share dialog.
      console.info('not shared', error)
    }
  }

  return (
    <>
      <p className={css.hint}>{t(byLink ? 'session.social.linkText' : 'session.social.inviteOnly')}</p>
      <CopyField
        value={url}
        label={t('session.social.link')}
        copy={t('session.social.copy')}
        copied={t('session.social.copied')}
        failed={t('session.social.copyFailed')}
      />
      {'share' in navigator && (
        <Button className={css.action} icon="share" onClick={() => void share()}>
          {t('session.social.share')}
        </Button>
      )}
    </>
  )
}
