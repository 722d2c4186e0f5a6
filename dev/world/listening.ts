import type { ApiUser } from './api-user.ts'

/**
 * The pause between two polls of a person, in milliseconds. A person who does not poll for 30 seconds is no longer
 * active (S4).
 */
const pollMs = 15_000

/** Keeps a person in a session by polling, and keeps the music running, until the process ends. */
export function keepListening({ call }: ApiUser, ssid: string): void {
  const poll = async () => {
    await call('session', { params: { ssid } })
    await call('play', { params: { ssid } })
  }
  void poll()
  setInterval(() => void poll(), pollMs).unref()
}
