import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { shareLink } from '../../../shared/browser/paths.ts'
import { Button, IconButton } from '../../../shared/ui/Button.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import css from './SocialTab.module.css'

/** The link to a session, to copy or to hand to the system's share sheet where there is one. */
export function ShareLink({ ssid, title, byLink }: { ssid: string; title: string; byLink: boolean }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const url = shareLink(location.origin, ssid)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url)
      showToast({ text: t('session.social.copied'), tone: 'good' })
    } catch {
      field.current?.select()
      showToast({ text: t('session.social.copyFailed'), tone: 'bad' })
    }
  }

  async function share(): Promise<void> {
    try {
      await navigator.share({ title, text: t('session.social.shareText', { title }), url })
    } catch (error) {
      // Whoever closes the system's sheet has decided not to share.
      console.info('not shared', error)
    }
  }

  return (
    <>
      <p className={css.hint}>{t(byLink ? 'session.social.linkText' : 'session.social.inviteOnly')}</p>
      <div className={css.link}>
        <input
          ref={field}
          className={css.url}
          readOnly
          aria-label={t('session.social.link')}
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <IconButton icon="copy" label={t('session.social.copy')} onClick={() => void copy()} />
      </div>
      {'share' in navigator && (
        <Button className={css.action} icon="share" onClick={() => void share()}>
          {t('session.social.share')}
        </Button>
      )}
    </>
  )
}
