import type { SignedIn } from './front-door.ts'

/** Half of what ends a listener's presence (S4). */
const pollMs = 15_000

/** Keeps a person present in a session by polling it, and the music going, until the process ends. */
export function keepListening({ call }: SignedIn, ssid: string): void {
  const poll = async () => {
    await call('session', { params: { ssid } })
    await call('play', { params: { ssid } })
  }
  void poll()
  setInterval(() => void poll(), pollMs).unref()
}
