/**
 * The largest number of waiting blocks of one reader (an account that plays songs). A reader has at most three open
 * streams, which need six blocks. Further blocks belong to closed requests, so nobody needs them (B6).
 */
const MOST_WAITING = 24

type Render = (trackId: string, block: number) => Promise<ArrayBuffer>

type Job = {
  readonly trackId: string
  readonly block: number
  readonly result: PromiseWithResolvers<ArrayBuffer>
  isStarted: boolean
}

/**
 * Decides which block is rendered next. Readers take turns (B6), so a reader who requests many blocks delays another
 * reader by only one block.
 * @param maxRunning how many renderings run at the same time; two keep the thread busy
 */
export function createRenderQueue(render: Render, maxRunning = 2) {
  const jobs = new Map<string, Job>()
  /** The keys of the waiting blocks, by reader id. The next block is taken from the first reader. */
  const waiting = new Map<number, string[]>()
  let running = 0

  const nextJob = (): Job | undefined => {
    for (const [reader, keys] of waiting) {
      waiting.delete(reader)
      for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
        const job = jobs.get(key)
        if (job === undefined || job.isStarted) continue
        // The reader goes to the end of the map.
        if (keys.length > 0) waiting.set(reader, keys)
        return job
      }
    }
    return undefined
  }
  const run = async (job: Job): Promise<void> => {
    job.isStarted = true
    running += 1
    try {
      job.result.resolve(await render(job.trackId, job.block))
    } catch (error) {
      job.result.reject(error)
    }
    running -= 1
    jobs.delete(keyOf(job))
    startJobs()
  }
  /**
   * Adds a block to the queue of a reader. If too many blocks wait, the oldest one is dropped, unless another reader
   * waits for it.
   */
  const addWaiting = (reader: number, key: string): void => {
    const keys = [...(waiting.get(reader) ?? []), key]
    waiting.set(reader, keys.slice(-MOST_WAITING))
    for (const dropped of keys.slice(0, -MOST_WAITING)) {
      const job = jobs.get(dropped)
      const isWanted = [...waiting.values()].some((others) => others.includes(dropped))
      if (job === undefined || job.isStarted || isWanted) continue
      jobs.delete(dropped)
      job.result.reject(new Error('too many blocks wait for this reader'))
    }
  }
  const startJobs = (): void => {
    while (running < maxRunning) {
      const job = nextJob()
      if (job === undefined) return
      void run(job)
    }
  }

  return {
    /** Renders a block. Readers with different numbers take turns. Rejects if the block cannot be rendered. */
    render(trackId: string, block: number, reader: number): Promise<ArrayBuffer> {
      const key = keyOf({ trackId, block })
      const result = Promise.withResolvers<ArrayBuffer>()
      const job = jobs.get(key) ?? { trackId, block, result, isStarted: false }
      jobs.set(key, job)
      if (!job.isStarted) addWaiting(reader, key)
      startJobs()
      return job.result.promise
    },
  }
}

const keyOf = ({ trackId, block }: Pick<Job, 'trackId' | 'block'>): string => `${trackId}/${block}`
