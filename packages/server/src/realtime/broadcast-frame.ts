import { inBatches } from '../platform/in-batches.ts'
import type { Room } from './room.ts'
import type { Subscription } from './connection.ts'

/** Returns the frame for a client; null if the client gets none. */
type FrameFor = (subscription: Subscription) => Buffer | null
/** Is called for each client that reads too slowly and does not get its frame. */
type OnSlow = (subscription: Subscription, frame: Buffer) => void

/** Sends frames to the clients of this server that have a session open. */
export function broadcast(room: Room<Subscription>, frameFor: FrameFor, onSlow: OnSlow): Promise<void> {
  // The loop uses a copy, because subscriptions may be added and removed between two batches.
  return inBatches([...room.subscriptions], (subscription) => {
    if (!subscription.isOpen || !room.subscriptions.has(subscription)) return
    const frame = frameFor(subscription)
    if (frame && !subscription.connection.sendShared(frame)) onSlow(subscription, frame)
  })
}

/** Creates a `broadcast` that begins in each room after the previous one has ended there. So messages keep their order. */
export function createBroadcastQueue(): (
  room: Room<Subscription>,
  frameFor: FrameFor,
  onSlow: OnSlow,
) => void {
  const sending = new WeakMap<Room<Subscription>, Promise<void>>()
  return (room, frameFor, onSlow) => {
    const send = () => broadcast(room, frameFor, onSlow)
    const before = sending.get(room)
    const own: Promise<void> = (before ? before.then(send) : send()).then(() => {
      if (sending.get(room) === own) sending.delete(room)
    })
    sending.set(room, own)
  }
}
