import type { CalibrationAct, CalibrationDevice } from '@jointly/contract'
import { expect, it } from 'vitest'
import { createManualScheduler } from '../../controller/testing.ts'
import { RoomListener } from './listener.ts'
import type { MicrophoneTrouble } from './microphone.ts'
import { slotsOf } from './schedule.ts'
import { recordRoom, RECORDED_RATE } from './testing.ts'

const run = 'a-calibration'
const ids = ['phone', 'kitchen', 'garden']
const answer = (device: string, correctionMs = 0): CalibrationDevice => ({
  ...{ device, name: device, correctionMs },
  state: device === 'muted' ? 'muted' : 'ready',
})

/** Creates the listener of a phone, in a room where the kitchen speaker is 182 ms later than the phone. */
type Phone = {
  /** The delays of the devices. */
  delaysMs?: number[]
  trouble?: MicrophoneTrouble
  isQuiet?: boolean
  movedMetres?: number[]
  /** The microphone opens when this promise resolves. */
  allowed?: Promise<void>
}
function phone({ delaysMs = [10, 192], trouble, isQuiet = true, movedMetres = [], allowed }: Phone = {}) {
  const devices = ids.slice(0, delaysMs.length)
  const { scheduler, pass } = createManualScheduler()
  const sent: CalibrationAct[] = []
  const open = { microphones: 0, isConnected: true }
  const room = {
    devices: delaysMs.map((delayMs, device) => ({
      ...{ delayMs, metres: 1, gain: 1 },
      movedMetres: device === 1 ? movedMetres : [],
    })),
    ...{ echoSec: 0, echoGain: 0, noiseDb: isQuiet ? 20 : -40, musicDb: Number.POSITIVE_INFINITY },
    ...{ skewPpm: 0, inputDelayMs: 60, seed: 1 },
  }
  const listener = new RoomListener({
    newId: () => run,
    send(_calibration, act) {
      sent.push(act)
      return open.isConnected
    },
    serverNow: () => scheduler.nowMs(),
    scheduler,
    async openMicrophone() {
      await allowed
      if (trouble) return trouble
      open.microphones += 1
      return {
        async record() {
          const { samples, startMs } = recordRoom(room, slotsOf(devices.length))
          // The recording begins before the first chirp. The simulated room gives the difference (`startMs`).
          return {
            startedMs: 3_000 - startMs,
            stop: async () => ({ samples, sampleRate: RECORDED_RATE }),
          }
        },
        close: () => void (open.microphones -= 1),
      }
    },
    onChange: () => undefined,
  })
  async function gather() {
    await listener.start()
    for (const device of [...devices, 'muted'])
      listener.receive(run, { do: 'joined', by: 'ann', device: answer(device) })
  }
  async function measure() {
    listener.measure()
    listener.receive(run, { do: 'schedule', startTime: 3_000, devices })
    await pass(15_000)
  }
  return { listener, sent, open, gather, measure, pass }
}

it('Y6 Y7 measures the devices that are ready, and sends each its correction', async () => {
  const { listener, sent, gather, measure } = phone()
  await gather()
  await measure()
  expect(sent.map((act) => act.do)).toEqual(['ask', 'measure', 'finish'])
  expect(sent[1]).toEqual({ do: 'measure', devices: ['phone', 'kitchen'] })
  expect(sent[2]).toMatchObject({
    results: [
      { device: 'phone', correctionMs: 0 },
      { device: 'kitchen', correctionMs: 182 },
    ],
  })
  const state = listener.state()
  expect(state).toMatchObject({ phase: 'done' })
  // The next measurement starts with the new corrections.
  expect('devices' in state && state.devices.map(({ correctionMs }) => correctionMs)).toEqual([0, 182, 0])
})

it('Y7 shows no figure in a room that is too noisy, and lets the person try again', async () => {
  const { listener, sent, open, gather, measure } = phone({ isQuiet: false })
  await gather()
  await measure()
  expect(listener.state()).toMatchObject({ phase: 'gathering', trouble: 'noisy' })
  expect(sent.some((act) => act.do === 'finish')).toBe(false)
  expect(open.microphones).toBe(1)
})

it('Y7 says that a device moved, instead of a figure', async () => {
  const { listener, sent, gather, measure } = phone({ movedMetres: [0, 0, 0, 0, 2, 2] })
  await gather()
  await measure()
  expect(listener.state()).toMatchObject({ phase: 'gathering', trouble: 'moved' })
  expect(sent.some((act) => act.do === 'finish')).toBe(false)
})

it('Y7 says that a device is too late to be corrected, instead of a figure', async () => {
  const two = phone({ delaysMs: [10, 660] })
  await two.gather()
  await two.measure()
  expect(two.listener.state()).toMatchObject({ phase: 'gathering', trouble: 'late' })
  expect(two.sent.some((act) => act.do === 'finish')).toBe(false)

  const three = phone({ delaysMs: [10, 192, 660] })
  await three.gather()
  await three.measure()
  expect(three.listener.state()).toMatchObject({
    phase: 'done',
    results: [
      { suggestion: { correctionMs: 0 } },
      { suggestion: { correctionMs: 182 } },
      { suggestion: 'late' },
    ],
  })
  expect(three.sent.at(-1)).toMatchObject({ results: [{ device: 'phone' }, { device: 'kitchen' }] })
})

it.each(['insecure', 'denied', 'missing', 'failed'] as const)(
  'Y8 asks nobody without a microphone: %s',
  async (trouble) => {
    const { listener, sent } = phone({ trouble })
    await listener.start()
    expect(listener.state()).toEqual({ phase: 'idle', trouble })
    expect(sent).toEqual([])
  },
)

it('Y6 Y8 gives the microphone back when it is refused, ends, or the connection is lost', async () => {
  const endings = {
    busy: (listener: ReturnType<typeof phone>['listener']) =>
      listener.receive(run, { do: 'ended', reason: 'busy' }),
    lost: (listener: ReturnType<typeof phone>['listener']) => listener.lost(),
  }
  for (const [trouble, end] of Object.entries(endings)) {
    const { listener, open, gather } = phone()
    await gather()
    expect(open.microphones).toBe(1)
    end(listener)
    expect(listener.state()).toEqual({ phase: 'idle', trouble })
    expect(open.microphones).toBe(0)
  }
  const { listener, sent, open, gather, measure } = phone()
  await gather()
  listener.close()
  expect(sent.at(-1)).toEqual({ do: 'cancel' })
  expect(open.microphones).toBe(0)
  await measure()
  expect(listener.state()).toEqual({ phase: 'idle', trouble: null })
})

it('Y6 Y8 releases the microphone when nothing happens for 90 seconds', async () => {
  const { listener, sent, open, gather, pass } = phone()
  await gather()
  // A message restarts the time.
  await pass(50_000)
  listener.receive(run, { do: 'left', device: 'muted' })
  await pass(50_000)
  expect([listener.state().phase, open.microphones]).toEqual(['gathering', 1])
  await pass(41_000)
  expect([listener.state(), open.microphones]).toEqual([{ phase: 'idle', trouble: 'idle' }, 0])
  expect(sent.at(-1)).toEqual({ do: 'cancel' })
})

it('Y6 Y7 Y8 keeps the result when nothing happens after a measurement, and can measure again', async () => {
  const { listener, sent, open, gather, measure, pass } = phone()
  await gather()
  await measure()
  const done = listener.state()
  await pass(90_000)
  expect([listener.state(), open.microphones]).toEqual([done, 0])
  expect(sent.at(-1)).toEqual({ do: 'cancel' })
  listener.lost()
  expect(listener.state()).toEqual(done)
  // The calibration has ended, so the next one asks the devices again. The result stays until the microphone is open.
  listener.measure()
  expect(listener.state()).toEqual(done)
  await pass(0)
  expect([listener.state().phase, open.microphones]).toEqual(['gathering', 1])
  expect(sent.at(-1)).toEqual({ do: 'ask' })
})

it('Y8 releases a microphone that opens after the person closed the measurement', async () => {
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
  const { listener, sent, open } = phone({ allowed })
  const started = listener.start()
  listener.close()
  allow()
  await started
  expect(open.microphones).toBe(0)
  expect(sent).toEqual([])
  expect(listener.state()).toEqual({ phase: 'idle', trouble: null })
})

it('Y8 a second press while the microphone opens does not open another one', async () => {
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
  const { listener, sent, open } = phone({ allowed })
  const started = [listener.start(), listener.start()]
  allow()
  await Promise.all(started)
  expect(open.microphones).toBe(1)
  expect(sent).toEqual([{ do: 'ask' }])
  listener.close()
  expect(open.microphones).toBe(0)
})

it('Y8 starts again after a close while the first microphone still opens', async () => {
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
  const { listener, sent, open } = phone({ allowed })
  const first = listener.start()
  listener.close()
  const second = listener.start()
  allow()
  await Promise.all([first, second])
  expect(open.microphones).toBe(1)
  expect(sent).toEqual([{ do: 'ask' }])
})

it('Y6 a device that leaves is not measured, and one alone neither', async () => {
  const { listener, sent, gather } = phone()
  await gather()
  listener.receive(run, { do: 'left', device: 'kitchen' })
  listener.measure()
  expect(sent.some((act) => act.do === 'measure')).toBe(false)
  listener.receive(run, { do: 'joined', by: 'ann', device: answer('kitchen', 5) })
  listener.measure()
  expect(sent.at(-1)).toEqual({ do: 'measure', devices: ['phone', 'kitchen'] })
})

it('Y5 at most eight devices are measured', async () => {
  const { listener, sent, gather } = phone()
  await gather()
  for (let other = 1; other <= 9; other += 1)
    listener.receive(run, { do: 'joined', by: 'ann', device: answer(`other ${other}`) })
  listener.measure()
  const act = sent.at(-1)
  expect(act?.do === 'measure' && act.devices).toHaveLength(8)
})
