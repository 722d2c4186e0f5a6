import type { Answer, Provider } from '@jointly/contract'
import i18next from 'i18next'
import { loadAccounts, renewAccount } from '../../../shared/store/load-lists.ts'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import { calibrationSound } from '../calibration/calibration-sound.ts'
import { pageCorrection } from '../calibration/stored-corrections.ts'
import { watchOutput } from '../calibration/output-name.ts'
import { deviceName } from '../devices/device-name.ts'
import { storedDevices } from '../devices/stored-devices.ts'
import { songPreview } from '../preview/song-preview.ts'
import { createAccessTokens, type TokenSource } from '../provider/access-tokens.ts'
import { createSoundPlayer, loadSdk, type SoundPlayer } from '../provider/web-playback-sdk.ts'
import { createWebApi } from '../provider/web-api.ts'
import { browserScheduler } from '../sync/scheduler.ts'
import { outputOf, pageVolume } from '../volume.ts'
import type { PlayerClock } from './controller-options.ts'
import { PlaybackController } from './playback-controller.ts'

const CALL_TIMEOUT_MS = 10_000

const valueOf = <T>(answer: Answer<T>) => (answer.ok ? answer.value : null)
const timeoutSignal = () => AbortSignal.timeout(CALL_TIMEOUT_MS)

/** Loads and renews the accounts of the person who is logged in. */
const ownAccounts: TokenSource = {
  load: async () => valueOf(await loadAccounts(timeoutSignal())),
  renew: async (refused) => valueOf(await renewAccount(refused, timeoutSignal())),
}

/**
 * Creates the controller that plays an open session.
 * @param askPlay asks the server for the current and the announced song
 * @param source loads the accounts; the default loads the accounts of the person who is logged in
 */
export function createController(
  provider: Provider,
  clock: PlayerClock,
  askPlay: () => void,
  source: TokenSource = ownAccounts,
): PlaybackController {
  const tokens = createAccessTokens(source, clock.now)
  const playerOptions = {
    name: deviceName(navigator.userAgent),
    provideToken: (answer: (token: string) => void) => void tokens.provide(answer),
    // The page and the provider's player must not both show the song in the system's media controls. If the page
    // plays the silent audio element, the page shows the song.
    mediaSession: !provider.silentLoop,
    keepsTime: provider.keepsTime,
  }
  return new PlaybackController({
    storedDevices,
    tokens,
    clock,
    correction: pageCorrection,
    askPlay,
    scheduler: browserScheduler,
    api: createWebApi({
      fetch: (...call) => fetch(...call),
      apiBase: provider.apiBase,
      token: tokens.token,
      timeoutSignal,
    }),
    async createPlayer(events) {
      if (!(await loadSdk(provider.sdkUrl))) return null
      const player = createSoundPlayer({ ...playerOptions, volume: outputOf(pageVolume.get()) }, events)
      return player && withPageSound(player)
    },
    keepsTime: provider.keepsTime,
    onChosenGone: (name) => void showToast({ text: i18next.t('player.devices.gone', { name }) }),
  })
}

/**
 * Connects a player with the other parts of the page that concern its sound, until the player is disconnected. The
 * player uses the page's volume (M5), gives previews the addresses of songs (Q8), and plays the sounds of the
 * calibration (Y4). During a preview or a calibration, the session continues with volume 0, so that it is in sync
 * afterwards.
 */
function withPageSound(player: SoundPlayer): SoundPlayer {
  let isSilenced = false
  const setVolume = () => player.setVolume(isSilenced ? 0 : outputOf(pageVolume.get()))
  const update = () => {
    const isNeeded = songPreview.isAudible() || calibrationSound.needsSilence()
    if (isNeeded === isSilenced) return
    isSilenced = isNeeded
    setVolume()
  }
  const endings = [
    pageVolume.subscribe(setVolume),
    songPreview.subscribe(update),
    calibrationSound.subscribe(update),
    watchOutput(pageCorrection.setOutput),
    ...(player.soundAddress ? [songPreview.addSource(player.soundAddress)] : []),
    ...(player.clips ? [calibrationSound.addSource(player.clips)] : []),
  ]
  return {
    ...player,
    disconnect() {
      for (const end of endings) end()
      player.disconnect()
    },
  }
}
