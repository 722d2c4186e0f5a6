import type { Invitation } from '@jointly/contract'
import { Link, useSearch } from '@tanstack/react-router'
import { type ComponentType, useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { storedGuest } from '../../shared/browser/stored-guest.ts'
import { errorText } from '../../shared/api/error-text.ts'
import { loadCalls, notReached } from '../../shared/api/load-calls.ts'
import { artistNames } from '../../shared/i18n/artist-names.ts'
import { Button, buttonClass } from '../../shared/ui/buttons/Button.tsx'
import { Cover } from '../../shared/ui/media/Cover.tsx'
import { CodeForm } from '../../shared/ui/forms/CodeForm.tsx'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import css from './invitation.module.css'
import { frame, high, PendingInvitation } from './PendingInvitation.tsx'

/** The form with which a guest enters the session: a nickname field and the button *Listen* (G8). */
export type GuestForm = ComponentType<{
  invitation: Invitation
  /** Is called when the session does not accept guests any more. */
  onRefused: () => void
}>

type InvitationCardProps = {
  ssid: string
  guestForm: GuestForm
  /** Is called when there is no open session at the link. */
  onClosed: () => void
}

/**
 * Shows a session to a person before they enter it (J5). If the session is open, the card has buttons to enter it.
 * Otherwise it says that there is no open session at the link, or that the session could not be loaded.
 */
export function InvitationCard({ ssid, guestForm, onClosed }: InvitationCardProps) {
  const { t } = useTranslation()
  const load = useCallback(
    (signal: AbortSignal) =>
      loadCalls().then(
        ({ call }) => call('invitation', { query: { ssid }, signal }),
        () => notReached,
      ),
    [ssid],
  )
  const { loading, reload } = useLoad(load)
  const isClosed = loading.state === 'failed' && loading.refused.error.code === 'not-found'
  useEffect(() => {
    if (isClosed) onClosed()
  }, [isClosed, onClosed])
  if (loading.state === 'ready')
    return <OpenInvitation invitation={loading.value} guestForm={guestForm} onRefused={reload} />
  if (loading.state === 'loading') return <PendingInvitation label={t('invitation.loading')} />
  return (
    <section className={`${frame} ${css.card}`} aria-label={t('invitation.label')}>
      <h2 className={css.title}>{t(isClosed ? 'invitation.closed' : 'invitation.failed')}</h2>
      <p className={css.text} role="alert">
        {isClosed ? t('invitation.closedText') : errorText(t, loading.refused)}
      </p>
      {isClosed ? (
        <>
          <p className={css.text}>{t('code.another')}</p>
          <CodeForm />
        </>
      ) : (
        <Button size="l" onClick={reload}>
          {t('invitation.again')}
        </Button>
      )}
    </section>
  )
}

type OpenProps = { invitation: Invitation; guestForm: GuestForm; onRefused: () => void }

function OpenInvitation({ invitation, guestForm: GuestForm, onRefused }: OpenProps) {
  const { t } = useTranslation()
  const { title, owner, song, people, guests, guestsOff = 'session' } = invitation
  const { ended } = useSearch({ strict: false })
  const hasVisitEnded = ended === true && storedGuest() !== null
  return (
    <section className={`${frame} ${high} ${css.card}`} data-kind="open" aria-label={t('invitation.label')}>
      <div className={css.cover}>
        <Cover src={song?.cover ?? null} seed={title} size="fill" className={css.picture} />
      </div>
      <div className={css.words}>
        <h2 className={css.title} dir="auto">
          {title}
        </h2>
        <p className={css.text} dir="auto">
          {t('invitation.from', { name: owner })}
        </p>
        <NowPlaying song={song} />
        <p className={css.people}>{t('invitation.people', { count: people })}</p>
      </div>
      {guests ? (
        <>
          {hasVisitEnded && (
            <p className={css.reason} role="status">
              {t('login.guestEnded')}
            </p>
          )}
          <GuestForm invitation={invitation} onRefused={onRefused} />
          <p className={css.note}>{t('invitation.orLogin')}</p>
        </>
      ) : (
        <WithoutGuests by={guestsOff} />
      )}
    </section>
  )
}

/**
 * Tells the person that the session or the whole server accepts no guests, and offers to create an account (G5).
 */
function WithoutGuests({ by }: { by: 'session' | 'server' }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={css.reason} role="status">
        {t(`invitation.noGuests.${by}`)}
      </p>
      <Link to="/form" className={buttonClass({ tone: 'primary', size: 'l' })}>
        {t('login.toForm')}
      </Link>
    </>
  )
}

function NowPlaying({ song }: Pick<Invitation, 'song'>) {
  const { t } = useTranslation()
  if (!song) return <p className={css.text}>{t('invitation.nothing')}</p>
  return (
    <p className={css.song}>
      <span className={css.now}>{t('invitation.now')}</span>
      <strong dir="auto">{song.title}</strong>
      <span dir="auto">{artistNames(song)}</span>
    </p>
  )
}
