import { type CalibrationAct, LIVE_PATH, ServerMessage } from '@jointly/contract'
import type { ApiUser } from '@jointly/dev/world/api-user'

const CALIBRATION = 'calibration-of-the-bench'

/** A calibration without a microphone. It asks the devices of a session to take part and to play their chirps. */
type Calibration = {
  /**
   * Waits until this many devices are ready, and makes them play their chirps.
   * @returns when the first chirp is played, in server epoch milliseconds, and the user id of each device, in the
   * order of the chirps
   */
  measure(devices: number): Promise<{ startTime: number; by: readonly string[] }>
  close(): void
}

/** Asks the devices of a session to take part in a calibration of its owner. */
export async function openCalibration(
  origin: string,
  { token }: ApiUser,
  ssid: string,
): Promise<Calibration> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${LIVE_PATH}`)
  const send = (message: object) => socket.send(JSON.stringify(message))
  const act = (what: CalibrationAct) => send({ type: 'calibrate', ssid, calibration: CALIBRATION, act: what })
  /** The devices that are ready: the user id by the id of the device. */
  const ready = new Map<string, string>()
  const schedule = Promise.withResolvers<{ startTime: number; by: readonly string[] }>()
  let isWaitingFor = Number.POSITIVE_INFINITY
  const measureIfReady = () => {
    if (ready.size < isWaitingFor) return
    isWaitingFor = Number.POSITIVE_INFINITY
    act({ do: 'measure', devices: [...ready.keys()] })
  }
  const opened = Promise.withResolvers<void>()
  socket.addEventListener('open', () => send({ type: 'hello', token }))
  socket.addEventListener('message', ({ data }) => {
    const message = ServerMessage.safeParse(JSON.parse(String(data))).data
    if (message?.type === 'ready') send({ type: 'open', ssid, sound: false })
    else if (message?.type === 'you') opened.resolve()
    else if (message?.type !== 'calibration') return
    else if (message.news.do === 'joined') {
      const { by, device } = message.news
      if (device.state === 'ready') ready.set(device.device, by)
      measureIfReady()
    } else if (message.news.do === 'schedule') {
      const { startTime, devices } = message.news
      schedule.resolve({ startTime, by: devices.map((device) => ready.get(device) ?? '') })
    } else if (message.news.do === 'ended')
      schedule.reject(new Error(`the calibration ended: ${message.news.reason}`))
  })
  socket.addEventListener('close', () => schedule.reject(new Error('the connection was lost')))
  await opened.promise
  act({ do: 'ask' })
  return {
    measure(devices) {
      isWaitingFor = devices
      measureIfReady()
      return schedule.promise
    },
    close() {
      act({ do: 'cancel' })
      socket.close()
    },
  }
}
