import '../../shared/api/zod-jitless.ts'
import * as z from 'zod/mini'

/** What the callback page tells the window that opened it. */
const Outcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('connected') }),
  z.object({ outcome: z.literal('failed'), text: z.string() }),
])
export type Outcome = z.infer<typeof Outcome>

/** A channel instead of `window.opener`: the provider's pages may cut that tie. */
const CHANNEL = 'connect'

/** Tells every open window of the app how the connection went. */
export function tellOutcome(outcome: Outcome): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(outcome)
  channel.close()
}

/** Listens for the callback page; call the answer to stop. */
export function onOutcome(listener: (outcome: Outcome) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    const parsed = Outcome.safeParse(data)
    if (parsed.success) listener(parsed.data)
  }
  return () => channel.close()
}
