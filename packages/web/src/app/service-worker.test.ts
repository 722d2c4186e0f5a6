import { beforeEach, describe, expect, it } from 'vitest'
import { startTexts } from '../shared/i18n/i18n.ts'
import { useToasts } from '../shared/ui/toasts/toast.ts'
import { texts } from './texts.ts'
import { registerServiceWorker } from './service-worker.ts'

/** A service worker that is installed and waits. */
class FakeWorker extends EventTarget {
  state = 'installed'
  readonly messages: unknown[] = []
  postMessage = (message: unknown) => void this.messages.push(message)
}

/** The part of `ServiceWorkerContainer` that the app uses. */
class FakeWorkers extends EventTarget {
  controller: FakeWorker | null = new FakeWorker()
  readonly registration = Object.assign(new EventTarget(), {
    active: null as FakeWorker | null,
    waiting: null as FakeWorker | null,
    installing: null as FakeWorker | null,
  })
  register = async () => this.registration
}

let workers: FakeWorkers
let reloads: number

const start = () =>
  registerServiceWorker(workers as unknown as ServiceWorkerContainer, () => void (reloads += 1))
const toasts = () => useToasts.getState().toasts

function arrive(): FakeWorker {
  const coming = new FakeWorker()
  workers.registration.installing = coming
  workers.registration.dispatchEvent(new Event('updatefound'))
  coming.dispatchEvent(new Event('statechange'))
  return coming
}

beforeEach(() => {
  startTexts(texts)
  useToasts.setState({ toasts: [] })
  workers = new FakeWorkers()
  reloads = 0
})

describe('a new version', () => {
  it('waits until the person accepts it, and reloads only then', async () => {
    await start()
    const coming = arrive()
    expect(toasts().map(({ text }) => text)).toEqual([texts.state.newVersion])
    expect(coming.messages).toEqual([])
    toasts()[0]?.action?.run()
    expect(coming.messages).toEqual([{ type: 'SKIP_WAITING' }])
    expect(reloads).toBe(0)
    workers.dispatchEvent(new Event('controllerchange'))
    expect(reloads).toBe(1)
  })

  it('is not offered on a first visit, when Firefox shows the first worker as waiting', async () => {
    workers.controller = null
    workers.registration.waiting = new FakeWorker()
    await start()
    expect(toasts()).toEqual([])
  })

  it('that waits since the last visit is offered at once', async () => {
    workers.registration.active = new FakeWorker()
    workers.registration.waiting = new FakeWorker()
    await start()
    expect(toasts()).toHaveLength(1)
  })

  it('accepted in another tab does not reload this one, so that typed text stays', async () => {
    await start()
    workers.dispatchEvent(new Event('controllerchange'))
    expect(reloads).toBe(0)
    toasts()[0]?.action?.run()
    expect(reloads).toBe(1)
  })

  it('is not offered on the very first visit', async () => {
    workers.controller = null
    await start()
    arrive()
    workers.dispatchEvent(new Event('controllerchange'))
    expect(toasts()).toEqual([])
    expect(reloads).toBe(0)
  })

  it('is not needed in a browser that has no workers or refuses them', async () => {
    await registerServiceWorker(undefined, () => undefined)
    workers.register = () => Promise.reject(new Error('refused'))
    await start()
    expect(toasts()).toEqual([])
  })
})
