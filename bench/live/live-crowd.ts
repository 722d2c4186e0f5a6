import { fileURLToPath } from 'node:url'
import { forkProcess } from '../load/forked-process.ts'

const clientFile = fileURLToPath(new URL('./live-client.ts', import.meta.url))

/** One listener, with a room and a token. The token is null for the plain server, which needs none. */
export type Seat = { readonly room: string; readonly token: string | null }

/**
 * The state of a room to wait for: the first state in which a song has this number of up-votes, or the state with this
 * server time.
 */
export type AwaitedState =
  | { readonly room: string; readonly songID: string; readonly upvotes: number }
  | { readonly room: string; readonly at: number }

/**
 * The time until all listeners had the complete state, in milliseconds, and the bytes that each received until then.
 */
export type EntryResult = { readonly tookMs: number; readonly bytes: readonly number[] }

export type ClientJob =
  | {
      readonly kind: 'enter'
      readonly port: number
      readonly seats: readonly Seat[]
      readonly everyone: number
    }
  | { readonly kind: 'seen'; readonly wanted: AwaitedState }
  | { readonly kind: 'newest'; readonly room: string }
  | { readonly kind: 'return'; readonly everyone: number }
  | { readonly kind: 'leave' }

export type ClientAnswer = EntryResult | number | Buffer | null

/**
 * Many listeners in a separate process. Times are those of `clockMs`, because all processes share that clock.
 */
export type LiveCrowd = {
  /**
   * Connects all listeners at once.
   * @param everyone how many people a complete state contains; 0 for the plain server
   */
  enter(origin: string, seats: readonly Seat[], everyone: number): Promise<EntryResult>
  /** Waits for a state. @returns when the last listener of the room received it or a newer one, by `clockMs` */
  seen(wanted: AwaitedState): Promise<number>
  /** Returns the newest message with the state of a room. */
  newest(room: string): Promise<Buffer>
  /**
   * From now on, listeners reconnect after a lost connection. Resolves when all are connected again and have a complete
   * state.
   */
  comeBack(everyone: number): Promise<EntryResult>
  leave(): Promise<void>
  close(): Promise<void>
}

/** Returns monotonic milliseconds of a clock that all processes of the machine share. */
export const clockMs = (): number => Number(process.hrtime.bigint()) / 1e6

export function openLiveCrowd(): LiveCrowd {
  const { child, orFailure, close } = forkProcess(clientFile, { serialization: 'advanced' })
  const asked = new Map<number, (value: ClientAnswer) => void>()
  let last = 0
  child.on('message', ({ id, value }: { id: number; value: ClientAnswer }) => {
    asked.get(id)?.(value)
    asked.delete(id)
  })
  const ask = (job: ClientJob): Promise<ClientAnswer> =>
    orFailure(
      new Promise((resolve, reject) => {
        last += 1
        asked.set(last, resolve)
        child.send({ id: last, job }, (error) => error && reject(error))
      }),
    )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer comes from our own process
  const entered = async (job: ClientJob) => (await ask(job)) as EntryResult
  return {
    enter: (origin, seats, everyone) =>
      entered({ kind: 'enter', port: Number(new URL(origin).port), seats, everyone }),
    seen: async (wanted) => Number(await ask({ kind: 'seen', wanted })),
    async newest(room) {
      const newest = await ask({ kind: 'newest', room })
      if (!(newest instanceof Uint8Array)) throw new Error(`no message arrived in ${room}`)
      return Buffer.from(newest)
    },
    comeBack: (everyone) => entered({ kind: 'return', everyone }),
    async leave() {
      await ask({ kind: 'leave' })
    },
    close,
  }
}
