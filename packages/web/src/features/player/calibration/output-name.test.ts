import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchOutput } from './output-name.ts'

let label: string
let names: string[]
let stop: () => void
const mediaDevices = Object.assign(new EventTarget(), {
  enumerateDevices: async () => [{ kind: 'audiooutput', deviceId: 'default', label }],
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('navigator', { mediaDevices })
  label = 'Loudspeaker'
  names = []
  stop = watchOutput((name) => names.push(name))
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('Y1 M11 reads the name of the output again, because the sound may follow the list of devices', async () => {
  mediaDevices.dispatchEvent(new Event('devicechange'))
  await vi.advanceTimersByTimeAsync(2_000)
  label = 'Kitchen'
  await vi.advanceTimersByTimeAsync(2_000)
  expect(names).toEqual(['Loudspeaker', 'Loudspeaker', 'Kitchen'])
  mediaDevices.dispatchEvent(new Event('devicechange'))
  stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(names).toHaveLength(4)
})

it('Y1 reads the name of the output again when the page is shown', async () => {
  label = 'Kitchen'
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(names).toEqual(['Loudspeaker', 'Kitchen'])
})
