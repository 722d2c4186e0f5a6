import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { shareLink } from '../../../shared/browser/paths.ts'
import { useStore } from '../../../shared/store/store.ts'
import { Avatar } from '../../../shared/ui/Avatar.tsx'
import { Button, IconButton } from '../../../shared/ui/Button.tsx'
import { Row } from '../../../shared/ui/Row.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import type { Inside } from '../model/merge.ts'
import css from './SocialTab.module.css'

/** Who is here now, and how others come in. */
export function SocialTab({ inside: { shared } }: { inside: Inside }) {
  const { t } = useTranslation()
  const ownId = useStore((state) => state.user?.id)
  const { active, activeCount, session } = shared
  return (
    <div className={css.social}>
      <section>
        <h3 className={css.heading}>
          {t('session.social.online')}
          <span className={css.count}>{activeCount}</span>
        </h3>
        <ul>
          {active.map((person) => (
            <li key={person.id}>
              <Row
                start={<Avatar name={person.username} />}
                title={person.username}
                detail={roleText(person.id)}
              />
            </li>
          ))}
        </ul>
        {activeCount > active.length && (
          <p className={css.more}>{t('session.social.more', { count: activeCount - active.length })}</p>
        )}
      </section>
      <Sharing
        ssid={session.uuid}
        title={session.title}
        byLink={session.policy === 'link' || session.policy === 'free'}
      />
    </div>
  )

  function roleText(id: string) {
    const parts = [
      id === ownId && t('session.social.you'),
      id === session.owner.id && t('session.social.owner'),
    ]
    return parts.filter(Boolean).join(' · ') || undefined
  }
}

function Sharing({ ssid, title, byLink }: { ssid: string; title: string; byLink: boolean }) {
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
    <section className={css.sharing}>
      <h3 className={css.heading}>{t('session.social.invite')}</h3>
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
        <Button tone="primary" icon="share" onClick={() => void share()}>
          {t('session.social.share')}
        </Button>
      )}
    </section>
  )
}
