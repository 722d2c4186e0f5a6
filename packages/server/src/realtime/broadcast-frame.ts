import type { Room } from './room.ts'
import type { Subscription } from './subscription.ts'

/** After this number of clients, other work of the server gets a turn before the next clients get the frame. */
const BATCH_SIZE = 200

/**
 * Sends a frame to everyone who has a session open on this server.
 * @param fits whether a client gets the frame
 * @param onSlow is called for each client that reads too slowly and does not get the frame
 */
export async function broadcast(
  room: Room,
  frame: Buffer,
  fits: (subscription: Subscription) => boolean,
  onSlow: (subscription: Subscription) => void,
): Promise<void> {
  let sent = 0
  // A copy, because clients may come and go between two batches.
  for (const subscription of [...room.subscriptions]) {
    if (!subscription.isOpen || !room.subscriptions.has(subscription) || !fits(subscription)) continue
    if (!subscription.connection.sendShared(frame)) onSlow(subscription)
    sent += 1
    if (sent % BATCH_SIZE === 0) await new Promise(setImmediate)
  }
}
