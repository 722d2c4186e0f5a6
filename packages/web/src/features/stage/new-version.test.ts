import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { FakeWorker, FakeWorkers } from '../../shared/browser/service-worker-testing.ts'
import { storeStage } from '../../shared/browser/stage-secret.ts'
import { writeStored } from '../../shared/browser/storage.ts'
import { appScriptsOf, takeNewVersion } from './new-version.ts'

const page = (script: string) =>
  `<body><template data-scripts="/assets/runtime-1.js ${script}"></template></body>`
const CODE = 'KDH234'
let newest: string
let reloads: number
const check = () => takeNewVersion('/assets/runtime-1.js /assets/app-1.js', CODE, () => (reloads += 1))

beforeEach(() => {
  sessionStorage.clear()
  reloads = 0
  newest = '/assets/app-1.js'
  vi.stubGlobal('fetch', async () => new Response(page(newest)))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

it('X9 finds the scripts of the app in a page', () => {
  expect(appScriptsOf(page('/assets/app-2.js'))).toBe('/assets/runtime-1.js /assets/app-2.js')
  expect(appScriptsOf('<p>away</p>')).toBeNull()
})

it('X9 a new version is loaded once', async () => {
  await check()
  expect(reloads).toBe(0)
  newest = '/assets/app-2.js'
  await check()
  await check()
  expect(reloads).toBe(1)
})

it('X9 nothing is loaded while the server is away or answers something else', async () => {
  for (const answer of [
    () => Promise.reject(new TypeError('no net')),
    async () => new Response('', { status: 502 }),
  ]) {
    vi.stubGlobal('fetch', answer)
    await check()
  }
  expect(reloads).toBe(0)
})

describe.each(['sessionStorage', 'localStorage'])('without the %s', (storage) => {
  it('X9 X3 a page that the browser allows no storage is not reloaded, because the pairing would end', async () => {
    const forbidden = () => {
      throw new DOMException('', 'SecurityError')
    }
    // A value that was not stored stays in memory, so it is removed when the storage is there again.
    onTestFinished(() => {
      storeStage(CODE, null)
      writeStored('stage version', null, 'tab')
    })
    vi.stubGlobal(storage, { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
    storeStage(CODE, 'a-secret-of-the-stage')
    newest = '/assets/app-3.js'
    await check()
    expect(reloads).toBe(0)
  })
})

describe('with a service worker', () => {
  let workers: FakeWorkers
  let coming: FakeWorker

  /** Ends a song, and waits until the page waits for the new worker. @returns waits until the page stops waiting */
  const endSong = async () => {
    const checking = check()
    await expect.poll(() => vi.getTimerCount()).toBe(1)
    return async () => {
      vi.advanceTimersByTime(20_000)
      await checking
    }
  }
  const change = (state: string) => {
    coming.state = state
    coming.dispatchEvent(new Event('statechange'))
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    workers = new FakeWorkers()
    coming = new FakeWorker()
    coming.state = 'installing'
    workers.registration.update = async () => {
      if (coming.state !== 'installing' || workers.registration.installing) return
      workers.registration.installing = coming
      workers.registration.dispatchEvent(new Event('updatefound'))
    }
    Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true })
    newest = '/assets/app-2.js'
  })

  it('X9 a version that takes longer to load than the page waits is used at the end of the next song', async () => {
    const waitForLong = await endSong()
    await waitForLong()
    vi.advanceTimersByTime(5_000)
    workers.registration.installing = null
    workers.registration.waiting = coming
    change('installed')
    expect([reloads, coming.messages]).toEqual([0, []])
    await endSong()
    expect(coming.messages).toEqual([{ type: 'SKIP_WAITING' }])
    workers.dispatchEvent(new Event('controllerchange'))
    await expect.poll(() => reloads).toBe(1)
  })

  it('X9 a version that still loads when the next song ends is used as soon as it is loaded', async () => {
    const waitForLong = await endSong()
    await waitForLong()
    await endSong()
    change('installed')
    expect(coming.messages).toEqual([{ type: 'SKIP_WAITING' }])
    workers.dispatchEvent(new Event('controllerchange'))
    await expect.poll(() => reloads).toBe(1)
  })

  it('X9 a version that could not be loaded is tried again at the end of the next song', async () => {
    const { update } = workers.registration
    workers.registration.update = () => Promise.reject(new TypeError('no net'))
    const waitWithoutNet = await endSong()
    await waitWithoutNet()
    workers.registration.update = update
    const waitForFailure = await endSong()
    workers.registration.installing = null
    change('redundant')
    await waitForFailure()
    expect(reloads).toBe(0)
    // Now the newest worker runs, because another page has started it.
    const waitForLong = await endSong()
    await waitForLong()
    expect(reloads).toBe(1)
  })
})
