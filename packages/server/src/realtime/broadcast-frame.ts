import type { Room } from './room.ts'
import type { Subscription } from './connection.ts'

/** After this number of clients, the loop yields to the event loop, so that other work is not delayed. */
const BATCH_SIZE = 200

/**
 * Sends a frame to the clients of this server that have a session open.
 * @param isRecipient whether this client gets the frame
 * @param onSlow is called for each client that reads too slowly and does not get the frame
 */
export async function broadcast(
  room: Room<Subscription>,
  frame: Buffer,
  isRecipient: (subscription: Subscription) => boolean,
  onSlow: (subscription: Subscription) => void,
): Promise<void> {
  let sent = 0
  // The loop uses a copy, because subscriptions may be added and removed between two batches.
  for (const subscription of [...room.subscriptions]) {
    if (!subscription.isOpen || !room.subscriptions.has(subscription) || !isRecipient(subscription)) continue
    if (!subscription.connection.sendShared(frame)) onSlow(subscription)
    sent += 1
    if (sent % BATCH_SIZE === 0) await new Promise(setImmediate)
  }
}
