import { DEFAULT_DELAY_MS } from './delay.ts'
import { createDeviceDesk } from './device-desk.ts'
import type { Engine, EnginePorts } from './engine-ports.ts'
import { isWanted, type Player, type PlayerEvent, STOPPED, taskOf, transition } from './machine.ts'
import { dueTrack, endOf, isSameTrack, NOTHING_PLANNED, nextChange, type Plan, type Track } from './plan.ts'
import { watchSound } from './sound-watch.ts'
import { startPlayback } from './start-playback.ts'
import type { Trouble } from './trouble.ts'
import type { Verdict } from './verdict.ts'
import { type PlayerView, viewOf } from './view.ts'

/** While accounts or device are missing, the player looks again this often (spec section 9). */
const RETRY_MS = 200

/** The player of one session at a time: the machine's states, with the effects that belong to them. */
export function createEngine(ports: EnginePorts): Engine {
  const listeners = new Set<() => void>()
  const devices = createDeviceDesk({
    api: ports.api,
    create: ports.createPlayer,
    after: ports.after,
    ownName: ports.deviceName,
    keep: ports.keepDevices,
    // A device that comes back while it is heard, after its line broke, is left alone.
    changed: (deviceId) => (deviceId === null || verdict === 'heard' ? changed() : again()),
    blocked: () => judged('blocked', null),
    troubled,
  })
  let player: Player = STOPPED
  let plan: Plan = NOTHING_PLANNED
  let accountKey: string | null = null
  let verdict: Verdict = 'early'
  let behindMs: number | null = null
  let asked: Track | null = null
  let corrected: Track | null = null
  let prepared: Track | null = null
  let endWatch: (() => void) | null = null
  let cancelChange = () => {}
  let cancelRetry = () => {}
  let cancelAsk = () => {}
  let view = makeView()

  function makeView(): PlayerView {
    const account = ports.desk.account()
    const clockMs = ports.clockErrorMs()
    return viewOf({
      player,
      account,
      verdict,
      behindMs,
      clockMs,
      devices: devices.list(),
      deviceId: devices.id(),
    })
  }

  function changed(): void {
    view = makeView()
    for (const listener of listeners) listener()
  }

  function dispatch(event: PlayerEvent): void {
    const { order } = player
    player = transition(player, event)
    if (player.state !== 'playing') stopWatching()
    if (player.order !== order) {
      verdict = 'early'
      behindMs = null
    }
    changed()
  }

  function stopWatching(): void {
    endWatch?.()
    endWatch = null
  }

  /** A song that was fetched ahead starts faster than one that was not. */
  function delayKey(track: Track | null): string {
    if (!devices.isOwn()) return devices.id() ?? 'here'
    return track !== null && isSameTrack(prepared, track) ? 'prepared' : 'here'
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
    const leadMs = Math.max(0, delayMs(plan.next))
    const before = player.track
    dispatch({ type: 'due', track: dueTrack(plan, now, leadMs, player.told) })
    const next = nextChange(plan, now, leadMs)
    if (next !== null) cancelChange = ports.after(next - now, evaluate)
    act()
    prepare(plan.next)
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
  }

  async function tell(): Promise<void> {
    const { track } = player
    const id = devices.id()
    if (track === null || track.uri === null || id === null) return
    dispatch({ type: 'telling', track })
    const { order } = player
    const delayName = delayKey(track)
    const usedDelayMs = delayMs(track)
    const started = await startPlayback({
      api: ports.api,
      uri: track.uri,
      device: { id, name: devices.name() },
      positionMs: () => Math.max(0, (ports.serverNow() ?? track.startTime) - track.startTime + usedDelayMs),
      wait: (ms) => new Promise((resolve) => ports.after(ms, resolve)),
      refreshToken: ports.desk.renew,
      isCurrent: () => player.order === order,
    })
    // A stop overtook this start: what began after it is paused again.
    if (player.order !== order) return isWanted(player) ? undefined : void pause()
    if (started.ok) {
      dispatch({ type: 'started', order })
      watch(track, usedDelayMs, delayName)
    } else if (started.trouble !== null) {
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
    stopWatching()
    endWatch = watchSound({
      ...ports,
      player: sound,
      track,
      delayMs: usedDelayMs,
      measured: (measuredMs) => ports.keepDelay(delayName, measuredMs),
      judged,
    })
  }

  function judged(next: Verdict, behind: number | null): void {
    // What the browser itself reported as blocked is not taken back by a sample that is too early to tell.
    if (verdict !== 'blocked' || next !== 'early') verdict = next
    behindMs = behind ?? behindMs
    if (verdict === 'foreign' && !isSameTrack(corrected, player.track)) {
      corrected = player.track
      again()
    } else if (verdict === 'foreign' || verdict === 'elsewhere') {
      dispatch({ type: 'troubled', trouble: 'elsewhere' })
    } else changed()
  }

  function troubled(trouble: Trouble): void {
    if (trouble === 'reconnect') void ports.desk.renew()
    // A hiccup of a player that goes on, or was stopped, is no trouble.
    const isHiccup = trouble === 'playback' && (verdict === 'heard' || !isWanted(player))
    if (!isHiccup) dispatch({ type: 'troubled', trouble })
    void reloadDevices()
  }

  /** Has the announced song fetched before it starts (P5). */
  function prepare(announced: Track | null): void {
    const fetchAhead = devices.sound()?.prepare
    if (!fetchAhead || !announced?.uri || isSameTrack(announced, prepared) || !isWanted(player)) return
    prepared = announced
    fetchAhead(announced.uri)
  }

  function again(): void {
    dispatch({ type: 'again' })
    evaluate()
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
      devices.unlock()
      dispatch({ type: 'wanted' })
      ports.askPlay()
      evaluate()
    },
    retry() {
      devices.unlock()
      again()
    },
    stop,
    chooseDevice(id) {
      devices.choose(id)
      again()
    },
    reloadDevices,
    dispose() {
      stopWatching()
      cancelChange()
      cancelRetry()
      cancelAsk()
      devices.close()
      listeners.clear()
    },
  }
}
