import type { SharedSession } from '@jointly/contract'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { CalibrationButton } from '../../features/player/calibration/CalibrationButton.tsx'
import { useParticipant } from '../../features/player/calibration/room/use-participant.ts'
import { DevicePicker } from '../../features/player/screen/DevicePicker.tsx'
import { ListeningHelp, ListeningNote, useMiniStatus } from '../../features/player/screen/ListeningNote.tsx'
import { PlayToggle } from '../../features/player/screen/PlayToggle.tsx'
import { isAudible, isListeningOn, type PlayerView } from '../../features/player/screen/player-view.ts'
import { VolumeControl } from '../../features/player/screen/VolumeControl.tsx'
import { useSongPreview } from '../../features/player/preview/use-song-preview.ts'
import { type PlayerControls, usePlayer } from '../../features/player/use-player.ts'
import { MiniPlayer } from '../../features/session/mini/MiniPlayer.tsx'
import { ChatContext, useChat } from '../../features/session/chat/use-chat.ts'
import type { FollowerState } from '../../features/session/model/follower.ts'
import { SessionActionsContext, useSession } from '../../features/session/model/use-session.ts'
import { SongAnnouncement } from '../../features/session/now-playing/SongAnnouncement.tsx'
import { SessionScreen } from '../../features/session/SessionScreen.tsx'
import { createSearchMemory } from '../../features/session/tabs/search-memory.ts'
import { artistNames } from '../../shared/i18n/artist-names.ts'
import { useProvider } from '../../shared/api/use-provider.ts'
import { removePrepared } from '../../shared/browser/prepared-screen.ts'
import { usePlayingTitle } from '../../shared/browser/title.ts'
import { clock, live } from './live.ts'
import { useLeaveMiniPlayer } from './use-leave-mini-player.ts'
import { useLeaveWhenLost } from './use-leave-when-lost.ts'
import { useSystemControls } from './use-system-controls.ts'

const link = { ...live, isReady: () => live.status() === 'ready', addClockProbe: clock.addProbe }

const playerClock = { ...clock, measure: live.measure }

export type LiveSessionProps = {
  ssid: string
  className: string | undefined
  /** Whether the screen of the session is shown. Otherwise the mini-player is shown. */
  isShown: boolean
  onLeave: () => void
}

/** Lets this page take part in the calibrations of the session (Y5). @returns what the calibration dialog needs */
function useCalibration(ssid: string, view: PlayerView, shared: SharedSession | null) {
  const nameOf = (id: string) => shared?.active.find((person) => person.id === id)?.username ?? null
  const calibration = { ssid, link, clock: playerClock, nameOf }
  useParticipant({ ...calibration, view })
  return calibration
}

/** Reports to the server whether the person has switched on the player of this page (K1). */
function useSoundReport({ state, setListening }: ReturnType<typeof useSession>, view: PlayerView): void {
  const isOn = isListeningOn(view)
  useEffect(() => setListening(isOn), [isOn, setListening, state.phase])
}

/**
 * Closes a minimised session when the person is no longer in it (M2). @returns a function for the close button of the
 * mini-player
 */
function useLeaving(ssid: string, state: FollowerState, isShown: boolean, onLeave: () => void): () => void {
  useLeaveWhenLost(state, isShown, onLeave)
  const title = state.phase === 'inside' ? state.shared.session.title : ''
  return useLeaveMiniPlayer(ssid, title, onLeave)
}

/** Removes the prepared screen when the session is loaded. */
function useRemovePrepared(isLoading: boolean): void {
  useLayoutEffect(() => {
    if (!isLoading) removePrepared()
  }, [isLoading])
}

/**
 * Shows the open session with its player, as a screen or as the mini-player below another screen (M1). This file
 * connects the features, because features do not import each other.
 */
export function LiveSession({ ssid, className, isShown, onLeave }: LiveSessionProps) {
  const controls = useSession(ssid, link)
  const [searchMemory] = useState(createSearchMemory)
  const chat = useChat(ssid, link, controls.state.phase === 'inside' ? controls.state : null)
  const provider = useProvider()
  const { state, askPlay } = controls
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
  const calibration = useCalibration(ssid, view, shared)
  const song = shared?.nowPlaying.song ?? null
  const isRunning = shared?.nowPlaying.mode === 'active'

  useRemovePrepared(state.phase === 'loading')
  useSoundReport(controls, view)
  const preview = useSongPreview(view)
  const miniStatus = useMiniStatus(view)
  useSystemControls(shared, player, controls.actions)
  usePlayingTitle(song !== null && isAudible(view) ? `${song.title} · ${artistNames(song)}` : null)
  const leave = useLeaving(ssid, state, isShown, onLeave)

  const parts = {
    sounding: isAudible(view),
    toggle: (
      <PlayToggle view={view} {...{ isRunning, onToggle: toggle }} onUnlock={isShown ? null : player.retry} />
    ),
    volume: (
      <VolumeControl view={view}>
        {isShown && <CalibrationButton {...calibration} provider={provider} />}
      </VolumeControl>
    ),
  }
  return (
    <SessionActionsContext value={controls.actions}>
      {/* It stays on the page when the mini-player replaces the screen, so that nothing is read twice. */}
      <SongAnnouncement nowPlaying={shared?.nowPlaying ?? null} />
      {isShown ? (
        <div className={className}>
          <ChatContext value={chat}>
            <SessionScreen
              ssid={ssid}
              controls={controls}
              search={{ memory: searchMemory, preview }}
              link={link}
              serverNow={clock.now}
              provider={provider}
              player={{
                ...parts,
                note: (
                  <ListeningNote
                    view={view}
                    isPaused={shared?.nowPlaying.pausedAt !== undefined}
                    onListen={isRunning ? toggle : null}
                    onSync={player.sync}
                  />
                ),
                help: <ListeningHelp view={view} provider={provider} onRetry={player.retry} />,
              }}
              devices={<Devices player={player}>{parts.volume}</Devices>}
              onLeave={onLeave}
            />
          </ChatContext>
        </div>
      ) : (
        state.phase === 'inside' && (
          <MiniPlayer {...parts} ssid={ssid} view={state} status={miniStatus} onLeave={leave} />
        )
      )}
    </SessionActionsContext>
  )
}

/** The list of devices that can play the sound, below the volume. */
function Devices({ player, children }: { player: PlayerControls; children: ReactNode }) {
  const keepsTime = useProvider()?.keepsTime ?? false
  return (
    <>
      {children}
      <DevicePicker
        view={player.view}
        keepsTime={keepsTime}
        onChoose={player.chooseDevice}
        onReload={player.reloadDevices}
      />
    </>
  )
}
