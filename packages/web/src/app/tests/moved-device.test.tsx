import type { CalibrationAct, CalibrationEvent, ServerMessage } from '@jointly/contract'
import i18next from 'i18next'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RoomCalibration } from '../../features/player/calibration/room/RoomCalibration.tsx'
import { slotsOf } from '../../features/player/calibration/room/schedule.ts'
import { RECORDED_RATE, recordRoom } from '../../features/player/calibration/room/testing.ts'
import { addTexts, showLanguage, startTexts } from '../../shared/i18n/i18n.ts'
import { insideTexts } from '../inside-texts.ts'
import { translations } from '../languages/load-translations.ts'

const ids = ['Phone', 'Kitchen', 'Garden']
/** The page begins to record this long before the first chirp. */
const BEFORE_MS = 1_000

/** What the microphone records next: the room in which the third device moves, or in which nothing moves. */
let movedMetres: number[] = []
let root: Root

class Recorder extends EventTarget {
  state = 'inactive'
  mimeType = ''
  start() {
    this.state = 'recording'
    queueMicrotask(() => this.dispatchEvent(new Event('start')))
  }
  stop() {
    this.state = 'inactive'
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob() })))
    queueMicrotask(() => this.dispatchEvent(new Event('stop')))
  }
}

/** Decodes every recording to the sound of the simulated room. */
class Decoder {
  async decodeAudioData() {
    const { samples, startMs } = recordRoom(
      {
        devices: ids.map((_, device) => ({
          ...{ delayMs: 10 + 90 * device, metres: 1, gain: 1 },
          movedMetres: device === 2 ? movedMetres : [],
        })),
        ...{ echoSec: 0, echoGain: 0, noiseDb: 20, musicDb: Number.POSITIVE_INFINITY },
        ...{ skewPpm: 0, inputDelayMs: 60, seed: 1 },
      },
      slotsOf(ids.length),
    )
    const sound = new Float32Array(samples.length + ((BEFORE_MS - startMs) * RECORDED_RATE) / 1_000)
    sound.set(samples, sound.length - samples.length)
    return { sampleRate: RECORDED_RATE, getChannelData: () => sound }
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('MediaRecorder', Recorder)
  vi.stubGlobal('OfflineAudioContext', Decoder)
  vi.stubGlobal('navigator', {
    mediaDevices: Object.assign(new EventTarget(), {
      getUserMedia: async () => ({ getTracks: () => [] }),
      enumerateDevices: async () => [],
    }),
  })
  startTexts(insideTexts)
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body)
})
afterEach(async () => {
  flushSync(() => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await showLanguage('en')
})

/** Opens the room calibration of a session with three devices. `measured` answers a measurement of the page. */
function openRoom() {
  const sent: CalibrationAct[] = []
  let run = ''
  let receive: (message: ServerMessage) => void = () => undefined
  const link = {
    calibrate(_ssid: string, calibration: string, act: CalibrationAct) {
      run = calibration
      sent.push(act)
      return true
    },
    onMessage(listener: (message: ServerMessage) => void) {
      receive = listener
      return () => undefined
    },
    onStatus: () => () => undefined,
    isReady: () => true,
  }
  const clock = { now: () => performance.now(), errorMs: () => 1, measure: async () => true }
  flushSync(() => root.render(<RoomCalibration ssid="s" link={link} clock={clock} nameOf={() => 'Ann'} />))
  const tell = (news: CalibrationEvent) => receive({ type: 'calibration', ssid: 's', calibration: run, news })
  return { sent, tell }
}

/** Waits for the next task of the page. React renders in a task, which the fake timers do not run. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}

/** Lets time pass until the page shows a text. */
async function shows(text: string): Promise<void> {
  for (let step = 0; step < 100 && !document.body.textContent.includes(text); step += 1) {
    await vi.advanceTimersByTimeAsync(200)
    await nextTask()
  }
  expect(document.body.textContent).toContain(text)
}

async function press(name: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent === name)
  expect(button?.disabled).toBe(false)
  button?.click()
  await nextTask()
}

const rowOf = (device: string) =>
  [...document.querySelectorAll('li')].find((row) => row.textContent.includes(device))?.textContent ?? ''

it('Y7 says in the row of a device in three languages that it moved, without a figure, and measures again', async () => {
  const { sent, tell } = openRoom()
  await press(i18next.t('calibration.room.start'))
  await shows(i18next.t('calibration.room.measure'))
  for (const device of ids)
    tell({ do: 'joined', by: 'ann', device: { device, name: device, correctionMs: 0, state: 'ready' } })
  await shows('Garden')

  movedMetres = [0, 0, 0, 0, 2, 2]
  await press(i18next.t('calibration.room.measure'))
  tell({ do: 'schedule', startTime: performance.now() + 3_000, devices: ids })
  await shows('moved, or its delay changed, nothing applied')
  expect(sent.at(-1)).toMatchObject({ do: 'finish', results: [{ device: 'Phone' }, { device: 'Kitchen' }] })
  for (const [language, moved] of [
    ['de', 'bewegt, oder die Verzögerung hat sich geändert, nichts übernommen'],
    ['es', 'se ha movido o su retraso ha cambiado, sin cambios'],
  ] as const) {
    addTexts(language, await translations[language].inside())
    await showLanguage(language)
    await shows(moved)
    expect(rowOf('Garden')).toContain(moved)
    expect(rowOf('Garden')).not.toMatch(/\d/)
    expect(rowOf('Kitchen')).toContain('90')
  }

  movedMetres = []
  await press(i18next.t('calibration.room.again'))
  expect(sent.at(-1)).toEqual({ do: 'measure', devices: ids })
  tell({ do: 'schedule', startTime: performance.now() + 3_000, devices: ids })
  await shows('180')
  expect(rowOf('Garden')).toContain('180')
})
