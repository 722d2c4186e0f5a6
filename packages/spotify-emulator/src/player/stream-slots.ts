import type { Writable } from 'node:stream'

/** The song that plays and the one that comes, with one to spare for a skip. */
const mostAtOnce = 3
/** A page's player asks for a few pieces at once; they are short. */
const mostWaiting = 6
const waitMs = 5_000

type Lane = {
  readonly open: Set<Writable>
  readonly waiting: Set<() => void>
  /** Its grant has ended: those who wait get no turn. */
  isEnded: boolean
}

export type StreamSlots = ReturnType<typeof createStreamSlots>

/** How many songs are sent to one grant at the same time (B6): three, and six more requests wait a moment for their turn. */
export function createStreamSlots() {
  const lanes = new Map<number, Lane>()

  const laneOf = (grantId: number): Lane => {
    const lane = lanes.get(grantId) ?? { open: new Set(), waiting: new Set(), isEnded: false }
    lanes.set(grantId, lane)
    return lane
  }
  const leave = (grantId: number, lane: Lane, response: Writable): void => {
    lane.open.delete(response)
    const [wake] = lane.waiting
    if (wake !== undefined) wake()
    else if (lane.open.size === 0 && lanes.get(grantId) === lane) lanes.delete(grantId)
  }
  /** Resolves when it is this response's turn, it is gone, or its time is up. */
  const turn = (lane: Lane, response: Writable): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        lane.waiting.delete(wake)
        clearTimeout(timer)
        response.off('close', wake)
        resolve()
      }
      const timer = setTimeout(wake, waitMs)
      lane.waiting.add(wake)
      response.once('close', wake)
    })

  return {
    /** Takes a slot until the response is closed. False when there are too many of this grant, or it is gone. */
    async take(grantId: number, response: Writable): Promise<boolean> {
      const lane = laneOf(grantId)
      if (lane.open.size >= mostAtOnce) {
        if (lane.waiting.size >= mostWaiting) return false
        await turn(lane, response)
      }
      if (response.destroyed || lane.isEnded || lane.open.size >= mostAtOnce) return false
      lane.open.add(response)
      response.once('close', () => leave(grantId, lane, response))
      return true
    },

    /** Ends all that is being sent to a grant, or waits to be. */
    end(grantId: number): void {
      const lane = lanes.get(grantId)
      if (lane === undefined) return
      lane.isEnded = true
      lanes.delete(grantId)
      for (const wake of lane.waiting) wake()
      for (const response of lane.open) response.destroy()
    },
  }
}
