import { type History, MAX_PLAYLIST_NAME, type SavedPlaylist } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../api/error-text.ts'
import { useProvider } from '../api/use-provider.ts'
import { screenPath } from '../browser/paths.ts'
import { useStore } from '../store/store.ts'
import { Button, buttonClass } from '../ui/buttons/Button.tsx'
import { ButtonLink } from '../ui/buttons/ShellLink.tsx'
import { TextField } from '../ui/forms/TextField.tsx'
import { Icon } from '../ui/media/Icon.tsx'
import { ProgressBar } from '../ui/states/ProgressBar.tsx'
import { historyName, periodText } from './history-name.ts'
import css from './SaveHistoryDialog.module.css'
import { type Saving, useSavePlaylist } from './use-save-playlist.ts'

type SaveAsPlaylistProps = {
  visit: string
  history: History
  /** Is called with the progress whenever a part was saved. */
  onSaved: (playlist: SavedPlaylist) => void
}

/** Saves the played songs as a private playlist at the streaming service, and shows the progress (T3, T4). */
export function SaveAsPlaylist({ visit, history, onSaved }: SaveAsPlaylistProps) {
  const { t } = useTranslation()
  const provider = useProvider()?.name ?? ''
  const hasAccount = useStore((state) => state.accounts.length > 0)
  const { playlist, saving, save } = useSavePlaylist(visit, history, onSaved)
  const [name, setName] = useState(() => historyName(history))
  const isDone = playlist !== null && playlist.remaining === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const description = t('history.description', { period: periodText(history) })
    if (name.trim() !== '') void save({ name, description })
  }
  return (
    <form className={css.section} onSubmit={submit} noValidate>
      <h3 className="heading-large">{t('history.playlist', { provider })}</h3>
      <Missing history={history} hasAccount={hasAccount} provider={provider} />
      {hasAccount && history.playable > 0 && (
        <>
          {playlist === null && (
            <TextField
              label={t('history.name')}
              name="name"
              value={name}
              maxLength={MAX_PLAYLIST_NAME}
              required
              error={name.trim() === '' ? t('field.required') : undefined}
              onChange={(event) => setName(event.target.value)}
            />
          )}
          <Progress playlist={playlist} saving={saving} provider={provider} />
          {!isDone && (
            <div className={css.actions}>
              <Button
                type="submit"
                tone="primary"
                icon="playlist"
                state={saving.state === 'saving' ? 'loading' : 'default'}
              >
                {playlist === null ? t('history.save') : t('history.continue')}
              </Button>
            </div>
          )}
        </>
      )}
    </form>
  )
}

type MissingProps = { history: History; hasAccount: boolean; provider: string }

/**
 * Shows why nothing can be saved: no song is available at the streaming service, or the person has no account there.
 */
function Missing({ history, hasAccount, provider }: MissingProps) {
  const { t } = useTranslation()
  if (history.playable === 0) return <p className={css.text}>{t('history.none', { provider })}</p>
  if (hasAccount) return null
  return (
    <>
      <p className={css.text}>{t('history.noAccount')}</p>
      <AccountsLink />
    </>
  )
}

function AccountsLink() {
  const { t } = useTranslation()
  return (
    <div className={css.actions}>
      <ButtonLink to={screenPath.accounts()}>{t('history.accounts')}</ButtonLink>
    </div>
  )
}

type ProgressProps = { playlist: SavedPlaylist | null; saving: Saving; provider: string }

function Progress({ playlist, saving, provider }: ProgressProps) {
  const { t } = useTranslation()
  const isBuiltIn = useProvider()?.directLink === true
  const refused = saving.state === 'failed' ? saving.refused : null
  const isFull = refused !== null && 'reason' in refused.error && refused.error.reason === 'full'
  // At the built-in service, making room deletes all saved playlists.
  const mustDisconnect = isFull && isBuiltIn
  return (
    <>
      {playlist && playlist.remaining > 0 && (
        <ProgressBar
          percent={Math.round((playlist.saved / totalOf(playlist)) * 100)}
          label={progressText(t, playlist)}
        />
      )}
      {/* It is there before its text, because screen readers read only changes of a status that exists already. */}
      <div role="status" className={playlist ? undefined : 'visually-hidden'}>
        {playlist && <Saved playlist={playlist} provider={provider} />}
      </div>
      {playlist && <PlaylistLink playlist={playlist} provider={provider} />}
      {refused && (
        <div role="alert">
          <p className={css.failed}>
            <Icon name="warning" size={18} /> {errorText(t, refused)}
          </p>
          {isFull && (
            <p className={css.text}>
              {mustDisconnect ? t('history.makeRoomBuiltIn') : t('history.makeRoom', { provider })}
            </p>
          )}
          {playlist && !mustDisconnect && <p className={css.text}>{t('history.partly')}</p>}
        </div>
      )}
      {(refused?.error.code === 'reconnect' || mustDisconnect) && <AccountsLink />}
    </>
  )
}

const totalOf = ({ saved, remaining }: SavedPlaylist) => saved + remaining

const progressText = (t: TFunction, playlist: SavedPlaylist) =>
  t('history.progress', { saved: playlist.saved, count: totalOf(playlist) })

type SavedProps = { playlist: SavedPlaylist; provider: string }

function Saved({ playlist, provider }: SavedProps) {
  const { t } = useTranslation()
  const { name, saved, remaining, skipped } = playlist
  return (
    <>
      <p>{remaining > 0 ? progressText(t, playlist) : t('history.saved', { count: saved, name })}</p>
      {skipped > 0 && <p className={css.text}>{t('history.skipped', { count: skipped, provider })}</p>}
    </>
  )
}

/** Leads to the playlist at the streaming service, or to the accounts if the playlist has no address. */
function PlaylistLink({ playlist: { url, remaining }, provider }: SavedProps) {
  const { t } = useTranslation()
  const isGuest = useStore((state) => state.user?.guest === true)
  if (url)
    return (
      <div className={css.actions}>
        <a className={buttonClass()} href={url} target="_blank" rel="noreferrer">
          <Icon name="open" size={20} />
          <span>{t('history.show', { provider })}</span>
        </a>
      </div>
    )
  return !isGuest && remaining === 0 && <AccountsLink />
}
