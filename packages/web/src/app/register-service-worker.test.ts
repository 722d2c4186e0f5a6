import { beforeEach, describe, expect, it } from 'vitest'
import { startTexts } from '../shared/i18n/i18n.ts'
import { FakeWorker, FakeWorkers } from '../shared/browser/service-worker-testing.ts'
import { useToasts } from '../shared/ui/toasts/toast.ts'
import { texts } from './texts.ts'
import { lookForNewVersion, registerServiceWorker } from './register-service-worker.ts'

let workers: FakeWorkers
let reloads: number

const container = () => workers as unknown as ServiceWorkerContainer
const start = (isReload = false) => registerServiceWorker(container(), () => void (reloads += 1), isReload)
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

  it('E5 that is loaded while the page starts is offered too', async () => {
    const coming = new FakeWorker()
    coming.state = 'installing'
    workers.registration.installing = coming
    await start()
    expect(toasts()).toEqual([])
    coming.state = 'installed'
    coming.dispatchEvent(new Event('statechange'))
    expect(toasts()).toHaveLength(1)
  })

  it('E5 that waits is used by a page that the person reloads, without a question', async () => {
    const waiting = new FakeWorker()
    workers.registration.active = new FakeWorker()
    workers.registration.waiting = waiting
    await start(true)
    expect(waiting.messages).toEqual([{ type: 'SKIP_WAITING' }])
    expect(toasts()).toEqual([])
    workers.dispatchEvent(new Event('controllerchange'))
    expect(reloads).toBe(1)
  })

  it('E5 is looked for on demand, and a failure of that is ignored', async () => {
    await lookForNewVersion(container())
    expect(workers.updates).toBe(1)
    workers.registration.update = () => Promise.reject(new Error('away'))
    await lookForNewVersion(container())
    await lookForNewVersion(undefined)
    expect(workers.updates).toBe(1)
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

  it('E5 is offered as a reload in a page of a first visit, which no worker controls', async () => {
    workers.controller = null
    await start()
    const first = arrive()
    workers.registration.active = first
    expect(toasts()).toEqual([])
    const next = arrive()
    expect(toasts().map(({ text }) => text)).toEqual([texts.state.newVersion])
    toasts()[0]?.action?.run()
    expect([reloads, next.messages]).toEqual([1, []])
  })

  it('is not needed in a browser that has no workers or refuses them', async () => {
    await registerServiceWorker(undefined, () => undefined, false)
    workers.register = () => Promise.reject(new Error('refused'))
    await start()
    expect(toasts()).toEqual([])
  })
})
