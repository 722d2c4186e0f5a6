type Render = (trackId: string, block: number) => Promise<ArrayBuffer>

type Job = {
  readonly trackId: string
  readonly block: number
  readonly made: PromiseWithResolvers<ArrayBuffer>
  isBegun: boolean
}

/**
 * Which block is rendered next: readers take turns (B6), so that who asks for forty songs delays who asks for one by one
 * block and not by forty. Those who want the same block wait for one rendering, which comes with the first of their turns.
 *
 * @param mostAtOnce how many renderings are under way at the same time: two keep the thread busy
 */
export function createRenderQueue(render: Render, mostAtOnce = 2) {
  const jobs = new Map<string, Job>()
  /** What each reader waits for, in the order of their turns. */
  const turns = new Map<number, string[]>()
  let underWay = 0

  const takeNext = (): Job | undefined => {
    for (const [reader, keys] of turns) {
      turns.delete(reader)
      for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
        const job = jobs.get(key)
        if (job === undefined || job.isBegun) continue
        if (keys.length > 0) turns.set(reader, keys)
        return job
      }
    }
    return undefined
  }
  const begin = async (key: string, job: Job): Promise<void> => {
    job.isBegun = true
    underWay += 1
    try {
      job.made.resolve(await render(job.trackId, job.block))
    } catch (error) {
      job.made.reject(error)
    }
    underWay -= 1
    jobs.delete(key)
    goOn()
  }
  const goOn = (): void => {
    while (underWay < mostAtOnce) {
      const job = takeNext()
      if (job === undefined) return
      void begin(keyOf(job), job)
    }
  }

  return {
    /** The samples of a block; rejects when it cannot be rendered. @param reader who asks, for the turns */
    render(trackId: string, block: number, reader: number): Promise<ArrayBuffer> {
      const key = keyOf({ trackId, block })
      const known = jobs.get(key)
      const job = known ?? { trackId, block, made: Promise.withResolvers<ArrayBuffer>(), isBegun: false }
      jobs.set(key, job)
      if (!job.isBegun) turns.set(reader, [...(turns.get(reader) ?? []), key])
      goOn()
      return job.made.promise
    },
  }
}

const keyOf = ({ trackId, block }: Pick<Job, 'trackId' | 'block'>): string => `${trackId}/${block}`
