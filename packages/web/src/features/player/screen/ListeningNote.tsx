import { failurePolicy } from '@jointly/domain'
import type { TFunction } from 'i18next'
import { type ComponentProps, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import type { ProviderInfo } from '../../../shared/api/use-provider.ts'
import { useConnection } from '../../../shared/browser/connection/online.ts'
import { screenPath } from '../../../shared/browser/paths.ts'
import { Button, type ButtonState, IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { useReportedAction } from '../../../shared/ui/buttons/use-reported-action.ts'
import { receiveAccounts } from '../../../shared/store/load-lists.ts'
import { useStore } from '../../../shared/store/store.ts'
import { ButtonLink } from '../../../shared/ui/buttons/ShellLink.tsx'
import { useFocusHandover } from '../../../shared/ui/layout/use-focus-handover.ts'
import css from './ListeningNote.module.css'
import { pageCorrection } from '../calibration/stored-corrections.ts'
import { isPlayerTrouble, type Trouble } from '../controller/trouble.ts'
import type { SyncState } from '../sync/sync-button.ts'
import { browserScheduler } from '../sync/scheduler.ts'
import { isAudible, type Listening, type PlayerView } from './player-view.ts'

type NoteProps = { view: PlayerView; provider: ProviderInfo | null; onRetry: () => void }

/** The Sync button is shown in these states. */
const SYNCABLE: ReadonlySet<Listening> = new Set(['playing', 'finding', 'catchingUp', 'buffering'])

/** If the waits for a song take this many milliseconds in total, an explanation is shown. */
const SLOW_MS = 10_000
/**
 * If the waits take this many milliseconds in total, the text explains that the connection is too slow for the song.
 */
const TOO_SLOW_MS = 30_000
/** After this many milliseconds without a wait, the total of the waits is set to 0. */
const STEADY_MS = 15_000

const BUTTON_STATES: Record<SyncState, ButtonState> = {
  idle: 'default',
  measuring: 'loading',
  done: 'success',
  failed: 'failed',
}

type ListeningNoteProps = {
  view: PlayerView
  /** Whether the session is paused for everyone (H8). */
  isPaused?: boolean
  /** Starts the sound. Null while the session plays no song. */
  onListen?: (() => void) | null
  onSync: () => void
}

/** A line that shows whether this person hears the session, with the Sync button. */
export function ListeningNote({ view, isPaused = false, onListen = null, onSync }: ListeningNoteProps) {
  const { t } = useTranslation()
  const { listening, syncErrorMs, sync } = view
  const isSyncing = sync !== 'idle'
  const correctionMs = useSyncExternalStore(pageCorrection.subscribe, pageCorrection.ms)
  const usesCorrection =
    correctionMs !== 0 && !isSyncing && isAudible(view) && view.deviceId === view.browserDeviceId
  const isNumber = syncErrorMs !== null && !isSyncing
  // Right after the press, the player has not received the song of the session yet. So the text for `connecting` is
  // shown.
  const isStarting = listening === 'waiting' && onListen !== null
  const state = isPaused && listening === 'waiting' ? 'paused' : isStarting ? 'connecting' : listening
  const isOffered = listening === 'off' && onListen !== null && !isPaused
  const words = isSyncing
    ? t(`player.sync.${sync}`)
    : t(isNumber ? 'player.inStep' : `player.listening.${view.isDelayUnknown ? 'delayUnknown' : state}`)
  return (
    <p
      className={css.note}
      data-listening={isOffered ? undefined : listening}
      data-sync={isSyncing ? sync : undefined}
    >
      {isOffered ? <ListenButton onListen={onListen} /> : <span className={css.light} />}
      {/* The number changes every second, and screen readers would read each change. So screen readers get a
          second, invisible text without the number. */}
      <span role="status" tabIndex={-1} className={isNumber || isOffered ? 'visually-hidden' : undefined}>
        {!isOffered && words}
        {usesCorrection && ` · ${t('calibration.used')}`}
      </span>
      {isNumber && (
        <span aria-hidden>
          {t(usesCorrection ? 'calibration.within' : 'player.listening.within', { ms: syncErrorMs })}
        </span>
      )}
      {(isSyncing || SYNCABLE.has(listening)) && (
        <IconButton
          className={css.sync}
          icon="refresh"
          size={16}
          label={t('player.sync.idle')}
          state={BUTTON_STATES[sync]}
          onClick={onSync}
        />
      )}
    </p>
  )
}

/** Finds the text about the sound, which gets the focus when a button or a help beside it disappears (D14). */
const statusBeside = (leaving: HTMLElement) =>
  leaving.parentElement?.querySelector<HTMLElement>('[role="status"][tabindex]')

/** The button that starts the sound. After the press, the text about the sound replaces the button. */
function ListenButton({ onListen }: { onListen: () => void }) {
  const { t } = useTranslation()
  const button = useFocusHandover<HTMLButtonElement>(statusBeside)
  return (
    <Button ref={button} className={css.listen} tone="primary" onClick={onListen}>
      {t('player.listen')}
    </Button>
  )
}

/** In these states, the mini-player shows the state instead of the artists. */
const MINI_STATES: ReadonlySet<Listening> = new Set([
  'silent',
  'connecting',
  'buffering',
  'blocked',
  'trouble',
])

/** Returns the text of the mini-player that explains why this person hears nothing. Null in all other states. */
export function useMiniStatus({ listening }: PlayerView): string | null {
  const { t } = useTranslation()
  return MINI_STATES.has(listening) ? t(`player.listening.${listening}`) : null
}

/** Explains why this person hears nothing, and offers a solution. Renders nothing while there is no problem. */
export function ListeningHelp({ view, provider, onRetry }: NoteProps) {
  const { t } = useTranslation()
  const name = { provider: provider?.name ?? '' }
  const isConnected = useConnection() === 'online'
  const slowness = useSlowSong(view.listening === 'buffering' && isConnected)
  const isDirect = provider?.directLink === true
  // The app links an account for a guest without a question (L15). If a guest still has no account, the provider has
  // not answered yet.
  const isWaiting = useStore((state) => state.user?.guest === true) && isDirect
  if (view.listening === 'blocked') return <UnlockButton onUnlock={onRetry} />
  if (view.listening === 'silent')
    return (
      // The key removes its button together with it, also if another help follows.
      <Help key="silent">
        <p>{t(`player.${isWaiting ? 'silentGuest' : isDirect ? 'silentBuiltIn' : 'silentText'}`, name)}</p>
        {isDirect ? (
          <ContinueButton isAgain={isWaiting} />
        ) : (
          <ButtonLink size="s" to={screenPath.accounts()}>
            {t('player.connect')}
          </ButtonLink>
        )}
      </Help>
    )
  // Without a connection, the app shows a banner about it, so no trouble is shown here.
  if (view.trouble === null || !isConnected)
    return slowness !== null ? (
      <div className={css.help} role="status" data-over="">
        <p>{t(`player.${slowness}`)}</p>
      </div>
    ) : null
  return (
    <Help role="alert" data-bad="">
      <p>{troubleText(t, view.trouble, name)}</p>
      <TroubleAction trouble={view.trouble} onRetry={onRetry} />
    </Help>
  )
}

/** The button that allows the sound (M8). */
function UnlockButton({ onUnlock }: { onUnlock: () => void }) {
  const { t } = useTranslation()
  const button = useFocusHandover<HTMLButtonElement>(statusBeside)
  return (
    <Button ref={button} className={css.unlock} tone="primary" icon="volume" onClick={onUnlock}>
      {t('player.unlock')}
    </Button>
  )
}

/** A text about the sound with a button or a link. */
function Help(props: ComponentProps<'div'>) {
  const help = useFocusHandover<HTMLDivElement>(statusBeside)
  return <div ref={help} className={css.help} {...props} />
}

/**
 * A button that links an account under the person's own name, without leaving the session (L15).
 * @param isAgain whether the app has already tried to link it
 */
function ContinueButton({ isAgain }: { isAgain: boolean }) {
  const { t } = useTranslation()
  const name = useStore((state) => state.user?.username ?? '')
  const { run, state } = useReportedAction()
  return (
    <Button size="s" state={state} onClick={() => void run(() => receiveAccounts(call('connectDirectly')))}>
      {isAgain ? t('state.retry') : t('connect.continueAs', { name })}
    </Button>
  )
}

/** Returns the text for a problem. The whole app shares the texts for the provider's failures (L13). */
function troubleText(t: TFunction, trouble: Trouble, name: { provider: string }): string {
  if (isPlayerTrouble(trouble)) return t(`player.trouble.${trouble}`, name)
  const reason = t(`provider.failure.${trouble}`)
  return failurePolicy[trouble].retry === 'soon' ? t('player.triedAgain', { reason }) : reason
}

type Slowness = 'slow' | 'tooSlow'

/**
 * Returns which text explains that the song loads too slowly. Null if no text is needed. The waits are added up until
 * the song has played for `STEADY_MS` without a wait.
 * @param isWaiting whether the player waits for the song while the page has a connection to the server
 */
function useSlowSong(isWaiting: boolean): Slowness | null {
  const [slowness, setSlowness] = useState<Slowness | null>(null)
  const waitedMs = useRef(0)
  useEffect(() => {
    if (!isWaiting)
      return browserScheduler.after(STEADY_MS, () => {
        waitedMs.current = 0
        setSlowness(null)
      })
    const startedMs = browserScheduler.nowMs()
    const say = (what: Slowness, afterMs: number) =>
      browserScheduler.after(Math.max(0, afterMs - waitedMs.current), () => setSlowness(what))
    const cancels = [say('slow', SLOW_MS), say('tooSlow', TOO_SLOW_MS)]
    return () => {
      for (const cancel of cancels) cancel()
      waitedMs.current += browserScheduler.nowMs() - startedMs
    }
  }, [isWaiting])
  return isWaiting ? slowness : null
}

function TroubleAction({ trouble, onRetry }: { trouble: Trouble; onRetry: () => void }) {
  const { t } = useTranslation()
  switch (trouble) {
    case 'premium':
    case 'not-registered':
    case 'grant-ended':
    case 'permission':
      return (
        <ButtonLink size="s" to={screenPath.accounts()}>
          {t('player.accounts')}
        </ButtonLink>
      )
    case 'unavailable':
    case 'broken':
      return null
    default:
      return (
        <Button size="s" onClick={onRetry}>
          {t(trouble === 'elsewhere' ? 'player.here' : 'state.retry')}
        </Button>
      )
  }
}
