import type { Invitation } from '@jointly/contract'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../shared/api/error-text.ts'
import { Button } from '../../shared/ui/buttons/Button.tsx'
import { Cover } from '../../shared/ui/media/Cover.tsx'
import { CodeForm } from './CodeForm.tsx'
import css from './invitation.module.css'
import { useInvitation } from './use-invitation.ts'

/** The form that asks for a nickname and lets a guest in, in place of the button *Listen*. */
export type GuestForm = ComponentType<{
  invitation: Invitation
  /** Called when the session no longer lets guests in. */
  onRefused: () => void
}>

/**
 * What a person sees of a session before entering (J5): the button *Listen* if the session is open, otherwise
 * the note that an invitation is needed.
 * @param guestForm null while guests cannot enter; then *Listen* opens the registration
 */
export function InvitationCard({ ssid, guestForm }: { ssid: string; guestForm: GuestForm | null }) {
  const { t } = useTranslation()
  const { state, retry } = useInvitation(ssid)
  if (state.kind === 'ready')
    return <OpenInvitation invitation={state.invitation} guestForm={guestForm} onRefused={retry} />
  if (state.kind === 'loading')
    return <section className={css.card} data-kind="loading" aria-busy aria-label={t('invitation.loading')} />
  const isClosed = state.refusal.error.code === 'not-found'
  return (
    <section className={css.card} aria-label={t('invitation.label')}>
      <h2 className={css.title}>{t(isClosed ? 'invitation.closed' : 'invitation.failed')}</h2>
      <p className={css.text} role="alert">
        {isClosed ? t('invitation.closedText') : errorText(t, state.refusal)}
      </p>
      {isClosed ? (
        <>
          <p className={css.text}>{t('code.another')}</p>
          <CodeForm />
        </>
      ) : (
        <Button size="l" onClick={retry}>
          {t('invitation.again')}
        </Button>
      )}
    </section>
  )
}

type OpenProps = { invitation: Invitation; guestForm: GuestForm | null; onRefused: () => void }

function OpenInvitation({ invitation, guestForm: GuestForm, onRefused }: OpenProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isEntering, setEntering] = useState(false)
  const { title, owner, song, people, guests } = invitation
  const mayEnter = guests && GuestForm !== null
  return (
    <section className={css.card} data-kind="open" aria-label={t('invitation.label')}>
      <Cover src={song?.cover ?? null} seed={title} size={148} className={css.cover} />
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
      {mayEnter && isEntering ? (
        <GuestForm invitation={invitation} onRefused={onRefused} />
      ) : (
        <Button
          tone="primary"
          size="l"
          icon="play"
          onClick={() => (mayEnter ? setEntering(true) : void navigate({ to: '/form' }))}
        >
          {t('invitation.listen')}
        </Button>
      )}
      <p className={css.note}>{t(mayEnter ? 'invitation.orLogin' : 'invitation.needsAccount')}</p>
    </section>
  )
}

function NowPlaying({ song }: Pick<Invitation, 'song'>) {
  const { t } = useTranslation()
  if (!song) return <p className={css.text}>{t('invitation.nothing')}</p>
  return (
    <p className={css.song}>
      <span className={css.now}>{t('invitation.now')}</span>
      <strong dir="auto">{song.title}</strong>
      <span dir="auto">{song.artists.map(({ name }) => name).join(', ')}</span>
    </p>
  )
}
