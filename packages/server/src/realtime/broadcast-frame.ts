import { inBatches } from '../platform/in-batches.ts'
import type { Room } from './room.ts'
import type { Subscription } from './connection.ts'

/**
 * Sends frames to the clients of this server that have a session open.
 * @param frameFor returns the frame for a client; null if the client gets none
 * @param onSlow is called for each client that reads too slowly and does not get its frame
 */
export function broadcast(
  room: Room<Subscription>,
  frameFor: (subscription: Subscription) => Buffer | null,
  onSlow: (subscription: Subscription, frame: Buffer) => void,
): Promise<void> {
  // The loop uses a copy, because subscriptions may be added and removed between two batches.
  return inBatches([...room.subscriptions], (subscription) => {
    if (!subscription.isOpen || !room.subscriptions.has(subscription)) return
    const frame = frameFor(subscription)
    if (frame && !subscription.connection.sendShared(frame)) onSlow(subscription, frame)
  })
}

/** Creates a `broadcast` that begins in each room after the previous one has ended there. So messages keep their order. */
export function createBroadcastQueue(): (...message: Parameters<typeof broadcast>) => void {
  const sending = new WeakMap<Room<Subscription>, Promise<void>>()
  return (...message) => {
    const [room] = message
    const send = () => broadcast(...message)
    const before = sending.get(room)
    const own: Promise<void> = (before ? before.then(send) : send()).then(() => {
      if (sending.get(room) === own) sending.delete(room)
    })
    sending.set(room, own)
  }
}
