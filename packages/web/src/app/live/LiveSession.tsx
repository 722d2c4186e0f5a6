import { useCallback, useEffect } from 'react'
import { DevicePicker } from '../../features/player/screen/DevicePicker.tsx'
import { ListeningHelp, ListeningNote } from '../../features/player/screen/ListeningNote.tsx'
import { PlayToggle } from '../../features/player/screen/PlayToggle.tsx'
import { useMediaSession } from '../../features/player/screen/use-media-session.ts'
import { usePlayer } from '../../features/player/use-player.ts'
import { isListeningOn } from '../../features/player/screen/player-view.ts'
import { type SessionLink, useSession } from '../../features/session/model/use-session.ts'
import { SessionScreen } from '../../features/session/SessionScreen.tsx'
import { AddToHomescreen } from '../../features/settings/AddToHomescreen.tsx'
import { useProvider } from '../../shared/api/use-provider.ts'
import { clock, live } from './live.ts'

const link: SessionLink = {
  open: live.open,
  close: live.close,
  isReady: () => live.status() === 'ready',
  onMessage: live.onMessage,
  learnTime: clock.learn,
}

const playerClock = { ...clock, measure: live.measure }

/** The session screen with its player. This file joins the features, because they do not import each other. */
export function LiveSession({ ssid }: { ssid: string }) {
  const controls = useSession(ssid, link)
  const provider = useProvider()
  const { state, askPlay, setListening, wishSkip } = controls
  const shared = state.phase === 'inside' ? state.shared : null
  const player = usePlayer({
    ssid,
    provider,
    clock: playerClock,
    nowPlaying: state.phase === 'out' ? null : shared?.nowPlaying,
    next: shared?.next ?? null,
    likely: shared?.votes[0]?.song ?? null,
    askPlay: () => void askPlay(),
  })
  const { view, toggle } = player
  const isOn = isListeningOn(view)

  useEffect(() => setListening(isOn), [isOn, setListening, state.phase])
  useMediaSession({
    song: shared?.nowPlaying.song ?? null,
    sessionTitle: shared?.session.title ?? '',
    isOn,
    onPlay: useCallback(() => !isOn && toggle(), [isOn, toggle]),
    onStop: useCallback(() => isOn && toggle(), [isOn, toggle]),
    onSkip: useCallback(() => void wishSkip(true), [wishSkip]),
  })

  return (
    <SessionScreen
      ssid={ssid}
      controls={controls}
      serverNow={clock.now}
      provider={provider}
      sounding={view.listening === 'playing' || view.listening === 'catchingUp'}
      toggle={<PlayToggle view={view} isRunning={shared?.nowPlaying.mode === 'active'} onToggle={toggle} />}
      note={<ListeningNote view={view} onSync={player.resync} />}
      help={<ListeningHelp view={view} provider={provider} onRetry={player.retry} />}
      devices={<DevicePicker view={view} onChoose={player.chooseDevice} onReload={player.reloadDevices} />}
      homescreen={<AddToHomescreen />}
    />
  )
}
