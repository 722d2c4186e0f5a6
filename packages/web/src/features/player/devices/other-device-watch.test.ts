import { expect, it } from 'vitest'
import { createManualScheduler } from '../controller/testing.ts'
import type { Device } from '../provider/web-api.ts'
import { createOtherDeviceWatch } from './other-device-watch.ts'

const device = (id: string, isActive: boolean): Device => ({ id, name: id, isRestricted: false, isActive })

type Answer = readonly Device[] | null

/** Creates the watch of a page whose device is `own`. `devices` answers null if the request fails. */
function start(devices: () => Answer | Promise<Answer>, keepsTime = true) {
  const { scheduler, pass } = createManualScheduler()
  const state = { requests: 0, frees: 0 }
  const { watch, reconnected } = createOtherDeviceWatch({
    scheduler,
    keepsTime,
    api: {
      async devices() {
        state.requests += 1
        // Without a pause between its requests, the watch would never end. The error ends it.
        if (state.requests > 10) throw new Error('it sends requests too often')
        return devices()
      },
    },
    ownId: () => 'own',
    onFree: () => void (state.frees += 1),
  })
  return { state, watch, reconnected, pass }
}

it('P9 a page whose sound was taken requests for the other device every five seconds, and not sooner', async () => {
  let isOtherActive = true
  const { state, watch, pass } = start(() => [device('own', false), device('other', isOtherActive)])
  watch(true)
  await pass(4_999)
  expect(state.requests).toBe(0)
  await pass(1)
  expect(state.requests).toBe(1)
  // A second `watch(true)` does not start the pause again.
  await pass(2_000)
  watch(true)
  await pass(2_999)
  expect(state.requests).toBe(1)
  await pass(1)
  expect(state.requests).toBe(2)
  isOtherActive = false
  await pass(4_999)
  expect(state).toEqual({ requests: 2, frees: 0 })
  await pass(1)
  expect(state).toEqual({ requests: 3, frees: 1 })
  await pass(60_000)
  expect(state).toEqual({ requests: 3, frees: 1 })
})

it('P9 a list without this page does not mean that the other device is gone', async () => {
  let listed: Device[] = []
  const { state, watch, pass } = start(() => listed)
  watch(true)
  await pass(10_000)
  expect(state).toEqual({ requests: 2, frees: 0 })
  listed = [device('own', false)]
  await pass(5_000)
  expect(state).toEqual({ requests: 3, frees: 1 })
})

it('P9 a service that limits calls is asked every 30 seconds', async () => {
  const { state, watch, pass } = start(() => [device('own', false), device('other', true)], false)
  watch(true)
  await pass(29_999)
  expect(state.requests).toBe(0)
  await pass(1)
  expect(state.requests).toBe(1)
  await pass(60_000)
  expect(state.requests).toBe(3)
})

it.each([
  ['built-in service', true, 5],
  ['service that limits calls', false, 30],
])(
  'P9 with the %s, each failed request doubles the pause, up to five minutes',
  async (_what, keepsTime, first) => {
    let answer: Answer = null
    const { state, watch, pass } = start(() => answer, keepsTime)
    watch(true)
    await pass(first * 1000)
    let pauseSec = first
    for (let requests = 1; requests < 8; requests += 1) {
      expect(state.requests).toBe(requests)
      pauseSec = Math.min(2 * pauseSec, 300)
      await pass(pauseSec * 1000 - 1)
      expect(state.requests).toBe(requests)
      await pass(1)
    }
    expect(pauseSec).toBe(300)
    // After an answer, the pause is short again.
    answer = [device('own', false), device('other', true)]
    await pass(300_000)
    answer = [device('own', false)]
    await pass(first * 1000)
    expect(state).toEqual({ requests: 10, frees: 1 })
  },
)

it('P9 an answer that comes after the page plays again changes nothing', async () => {
  const answer = Promise.withResolvers<readonly Device[]>()
  const { state, watch, pass } = start(() => answer.promise)
  watch(true)
  await pass(5_000)
  watch(false)
  answer.resolve([device('own', true)])
  await pass(60_000)
  expect(state).toEqual({ requests: 1, frees: 0 })
})

it('P9 an answer that was requested before the page was connected again is not used', async () => {
  const answer = Promise.withResolvers<readonly Device[]>()
  const { state, watch, reconnected, pass } = start(() => answer.promise)
  watch(true)
  await pass(5_000)
  reconnected()
  answer.resolve([device('own', false)])
  await pass(9_999)
  expect(state).toEqual({ requests: 1, frees: 0 })
  await pass(1)
  expect(state).toEqual({ requests: 2, frees: 1 })
})
