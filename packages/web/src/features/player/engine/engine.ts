import { DEFAULT_DELAY_MS } from '../clock/delay.ts'
import { createDeviceDesk } from '../audio/device-desk.ts'
import { createDeviceWait } from '../audio/device-wait.ts'
import type { Engine, EnginePorts } from './engine-ports.ts'
import { createFetchAhead } from './fetch-ahead.ts'
import { isWanted, type Player, type PlayerEvent, STOPPED, taskOf, transition } from './machine.ts'
import { dueTrack, endOf, isSameTrack, NOTHING_PLANNED, nextChange, type Plan, type Track } from './plan.ts'
import type { Timing } from '../provider/sdk.ts'
import { beginInTime, type Distance, keepTime, watchSound } from '../clock/sound-watch.ts'
import { startPlayback } from './start-playback.ts'
import { createSyncDesk } from '../clock/sync-desk.ts'
import { createTokenMender } from '../provider/token-mender.ts'
import { isOfSound, type Trouble } from './trouble.ts'
import type { Verdict } from '../clock/verdict.ts'
import { type PlayerView, viewOf } from '../screen/view.ts'

/** While accounts or device are missing, the player looks again this often (spec section 9). */
const RETRY_MS = 200
/** A player that keeps time is told of the announced song so long before its start: the command has to get there. */
const TOLD_AHEAD_MS = 1_500
/** A song that follows on is heard this soon after its start, if at all. */
const FOLLOWED_WITHIN_MS = 300

/** The player of one session at a time: the machine's states, with the effects that belong to them. */
export function createEngine(ports: EnginePorts): Engine {
  const listeners = new Set<() => void>()
  const devices = createDeviceDesk({
    api: ports.api,
    create: ports.createPlayer,
    after: ports.after,
    ownName: ports.deviceName,
    connectsEarly: ports.keepsTime,
    keep: ports.keepDevices,
    // A device that comes back while it is heard, after its line broke, is left alone.
    changed: (deviceId) => (deviceId === null || verdict === 'heard' ? changed() : again()),
    blocked: () => judged('blocked', null),
    troubled,
  })
  const sync = createSyncDesk({ ...ports, align, changed })
  const mendToken = createTokenMender({ ...ports, isWanted: () => isWanted(player), came: again })
  const ahead = createFetchAhead()
  const waitsLong = createDeviceWait(ports.monotonicMs)
  let player: Player = STOPPED
  let plan: Plan = NOTHING_PLANNED
  let accountKey: string | null = null
  let verdict: Verdict = 'early'
  let distance: Distance | null = null
  let asked: Track | null = null
  let corrected: Track | null = null
  let endWatch = () => {}
  let cancelChange = () => {}
  let cancelRetry = () => {}
  let cancelAsk = () => {}
  let view = makeView()

  function makeView(): PlayerView {
    return viewOf({
      player,
      account: ports.desk.account(),
      verdict,
      distance,
      clockMs: ports.clockErrorMs(),
      keepsTime: ports.keepsTime,
      sync: sync.state(),
      ...devices.view(),
    })
  }

  function changed(): void {
    view = makeView()
    for (const listener of listeners) listener()
  }

  function dispatch(event: PlayerEvent): void {
    const { order } = player
    player = transition(player, event)
    if (player.state !== 'playing') endWatch()
    // A song that follows on is in step like the one before, until it is heard.
    const followsOn = timing() !== null && verdict === 'heard' && isWanted(player)
    if (player.order !== order && !followsOn) {
      verdict = 'early'
      distance = null
    }
    changed()
  }

  /** What keeps this page's player to a time; null where it plays elsewhere, or cannot. */
  const timing = (): Timing | null => (ports.keepsTime ? (devices.sound()?.timing ?? null) : null)

  /** A song that was fetched ahead starts faster than one that was not. */
  function delayKey(track: Track | null): string {
    if (!devices.isOwn()) return devices.id() ?? 'here'
    return ahead.has(track) ? 'prepared' : 'here'
  }
  const delayMs = (track: Track | null) => ports.delayOf(delayKey(track)) ?? DEFAULT_DELAY_MS

  /** Finds out what is due, acts on it, and comes back when that changes. */
  function evaluate(): void {
    cancelChange()
    const now = ports.serverNow()
    if (now === null) {
      if (isWanted(player)) cancelChange = ports.after(RETRY_MS, evaluate)
      return
    }
    const leadMs = timing() ? TOLD_AHEAD_MS : Math.max(0, delayMs(plan.next))
    const before = player.track
    dispatch({ type: 'due', track: dueTrack(plan, now, leadMs, player.told) })
    const next = nextChange(plan, now, leadMs)
    if (next !== null) cancelChange = ports.after(next - now, evaluate)
    act()
    prepare(plan)
    if (before !== null && !isSameTrack(before, player.track)) askAfter(before, now)
    else if (plan.playing !== null && now >= endOf(plan.playing)) askAfter(plan.playing, now)
  }

  /** When a song ends or another one takes its place, the server is asked what plays (spec section 4), once. */
  function askAfter(over: Track, now: number): void {
    if (!isWanted(player) || isSameTrack(asked, over)) return
    asked = over
    // The announced song is due earlier than it starts; until then the server would answer the old one.
    const startsInMs = isSameTrack(player.track, plan.next) ? (plan.next?.startTime ?? now) - now : 0
    cancelAsk()
    cancelAsk = ports.after(Math.max(0, startsInMs), () => isWanted(player) && ports.askPlay())
  }

  function act(): void {
    cancelRetry()
    const account = ports.desk.account()
    const task = taskOf(player, account?.status === 'ok' && devices.id() !== null)
    if (task === 'tell') void tell()
    else if (task === 'pause') void pause()
    else if (task === 'wait' && account !== undefined) cancelRetry = ports.after(RETRY_MS, act)
    const isLong = waitsLong(task === 'wait' && account?.status === 'ok' ? player.order : null)
    if (isLong && player.trouble === null) dispatch({ type: 'troubled', trouble: 'no-device' })
  }

  async function tell(): Promise<void> {
    const { track } = player
    const id = devices.id()
    if (track === null || track.uri === null || id === null) return
    dispatch({ type: 'telling', track })
    const { order } = player
    const delayName = delayKey(track)
    const time = timing()
    const usedDelayMs = time ? 0 : delayMs(track)
    const soundsAhead = time !== null && beginInTime(ports, time, track)
    const started = await startPlayback({
      api: ports.api,
      uri: track.uri,
      device: { id, name: devices.name() },
      positionMs: () => Math.max(0, (ports.serverNow() ?? track.startTime) - track.startTime + usedDelayMs),
      wait: (ms) => new Promise((resolve) => ports.after(ms, resolve)),
      replaceToken: ports.desk.replace,
      onTrouble: (trouble) => player.order === order && dispatch({ type: 'troubled', trouble }),
      isCurrent: () => player.order === order,
    })
    // A stop overtook this start: what began after it is paused again.
    if (player.order !== order) return isWanted(player) ? undefined : void pause()
    if (started.ok) {
      dispatch({ type: 'started', order })
      watch(track, usedDelayMs, delayName)
    } else if (started.trouble !== null) {
      // Only what began ahead of this command: a song that was loaded before goes on.
      if (soundsAhead) void devices.sound()?.pause()
      dispatch({ type: 'failed', order, trouble: started.trouble })
    }
  }

  async function pause(): Promise<void> {
    const id = devices.id()
    const sound = devices.sound()
    if (sound) await sound.pause()
    else if (id !== null) await ports.api.pause(id)
    dispatch({ type: 'paused' })
    act()
  }

  function watch(track: Track, usedDelayMs: number, delayName: string): void {
    const sound = devices.sound()
    // What another device does cannot be seen from here.
    if (sound === null) return judged('heard', null)
    endWatch()
    endWatch = watchSound({
      ...ports,
      player: sound,
      timing: timing(),
      track,
      delayMs: usedDelayMs,
      measured: (measuredMs) => ports.keepDelay(delayName, measuredMs),
      judged,
    })
  }

  function judged(next: Verdict, measured: Distance | null): void {
    // What is told ahead of its time cannot be heard yet: the song before still is.
    const begunMs = (ports.serverNow() ?? 0) - (player.track?.startTime ?? 0)
    if (next === 'early' && verdict === 'heard' && begunMs < FOLLOWED_WITHIN_MS) return
    // What the browser itself reported as blocked is not taken back by a sample that is too early to tell.
    if (verdict !== 'blocked' || next !== 'early') verdict = next
    distance = measured ?? distance
    if (verdict === 'foreign' && !isSameTrack(corrected, player.track)) {
      corrected = player.track
      again()
    } else if (verdict === 'foreign' || verdict === 'elsewhere') {
      dispatch({ type: 'troubled', trouble: 'elsewhere' })
    } else changed()
  }

  function troubled(trouble: Trouble): void {
    if (trouble === 'token') mendToken()
    // A hiccup of a player that goes on, or was stopped, is no trouble.
    const isHiccup = isOfSound(trouble) && (verdict === 'heard' || !isWanted(player))
    if (!isHiccup) dispatch({ type: 'troubled', trouble })
    void reloadDevices()
  }

  /** Has the announced song fetched before it starts (P5), and before play is pressed what would be heard then. */
  function prepare({ playing, next, likelyUri }: Plan): void {
    const fetchAhead = devices.sound()?.prepare
    if (!fetchAhead || (!isWanted(player) && !timing())) return
    const track = isWanted(player) ? next : playing
    const uri = track || isWanted(player) ? track?.uri : likelyUri
    if (uri) ahead.fetch(uri, track?.startTime ?? null, fetchAhead)
  }

  function again(): void {
    dispatch({ type: 'again' })
    evaluate()
  }

  /** Brings the sound where it should be at once: a player that keeps time, by a word; another one by a new start. */
  function align(): void {
    const { track, told } = player
    const time = timing()
    if (!time) return again()
    if (track === null || !isSameTrack(track, told)) return
    keepTime(ports, time, track)
    time.align()
    watch(track, 0, delayKey(track))
  }

  async function reloadDevices(): Promise<void> {
    await devices.reload()
    changed()
    act()
  }

  function stop(): void {
    dispatch({ type: 'unwanted' })
    act()
  }

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setAccounts(accounts) {
      ports.desk.set(accounts)
      const key = accounts.map(({ id, status }) => `${id} ${status}`).join()
      if (key !== accountKey) {
        accountKey = key
        devices.open(ports.desk.account() !== undefined)
        if (isWanted(player)) devices.unlock()
        dispatch({ type: 'again' })
      } else changed()
      act()
    },
    follow(next) {
      plan = next
      evaluate()
    },
    toggle() {
      if (isWanted(player)) return stop()
      ports.askPlay()
      devices.unlock()
      dispatch({ type: 'wanted' })
      evaluate()
    },
    retry() {
      devices.unlock()
      again()
    },
    resync: () => void (isWanted(player) && sync.resync()),
    stop,
    chooseDevice(id) {
      devices.choose(id)
      again()
    },
    reloadDevices,
    dispose() {
      for (const end of [endWatch, cancelChange, cancelRetry, cancelAsk]) end()
      sync.close()
      devices.close()
      listeners.clear()
    },
  }
}
