/** A service worker that is installed and waits. */
export class FakeWorker extends EventTarget {
  state = 'installed'
  readonly messages: unknown[] = []
  postMessage = (message: unknown) => void this.messages.push(message)
}

/** The part of `ServiceWorkerContainer` that the app uses. */
export class FakeWorkers extends EventTarget {
  controller: FakeWorker | null = new FakeWorker()
  updates = 0
  readonly registration = Object.assign(new EventTarget(), {
    active: null as FakeWorker | null,
    waiting: null as FakeWorker | null,
    installing: null as FakeWorker | null,
    update: async () => void (this.updates += 1),
  })
  register = async () => this.registration
  getRegistration = this.register
}
