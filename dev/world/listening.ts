import type { ApiUser } from './api-user.ts'

/** Half of the time after which a listener is no longer present (S4). */
const pollMs = 15_000

/** Keeps a person present in a session by polling, and keeps the music running, until the process ends. */
export function keepListening({ call }: ApiUser, ssid: string): void {
  const poll = async () => {
    await call('session', { params: { ssid } })
    await call('play', { params: { ssid } })
  }
  void poll()
  setInterval(() => void poll(), pollMs).unref()
}
