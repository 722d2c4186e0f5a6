import '../../shared/api/zod-jitless.ts'
import * as z from 'zod/mini'

/** The message that the callback page sends to the other windows of the app. */
const Outcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('connected') }),
  z.object({ outcome: z.literal('failed'), text: z.string() }),
  /**
   * The callback page sends this message if it cannot use the person's login, because the browser blocks stored
   * data there. The window that opened the page then sends the values to the server.
   */
  z.object({
    outcome: z.literal('returned'),
    state: z.string(),
    code: z.optional(z.string()),
    error: z.optional(z.string()),
  }),
])
export type Outcome = z.infer<typeof Outcome>

/**
 * The name of the broadcast channel. The app does not use `window.opener`, because the provider's pages may remove
 * it.
 */
const CHANNEL = 'connect'

/**
 * Opens the channel. Returns null if the browser blocks it, as Firefox does when it blocks all stored data. In this
 * case, the app gets the new account over the live connection, or by a check after the window has closed.
 */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL)
  } catch {
    return null
  }
}

/** Sends the result of the callback page to all open windows of the app. */
export function sendOutcome(outcome: Outcome): void {
  const channel = openChannel()
  channel?.postMessage(outcome)
  channel?.close()
}

/** Calls the listener with each message of the callback page. @returns a function that removes the listener */
export function onOutcome(listener: (outcome: Outcome) => void): () => void {
  const channel = openChannel()
  if (channel === null) return () => undefined
  channel.onmessage = ({ data }) => {
    const parsed = Outcome.safeParse(data)
    if (parsed.success) listener(parsed.data)
  }
  return () => channel.close()
}
