import { expect, test } from 'vitest'
import type { LoadJob } from './load.ts'
import { createScriptRunner } from './script-runner.ts'

test('each run of a script begins where the run before it ended', async () => {
  const jobs: LoadJob[] = []
  const reached = [
    [3, 5],
    [7, 8],
  ]
  const run = createScriptRunner(
    {
      async run(job) {
        jobs.push(job)
        return { perSecond: 1, p50Ms: 1, p99Ms: 1, reached: reached[jobs.length - 1] ?? [], statuses: {} }
      },
      close: async () => undefined,
    },
    3000,
    [['one'], ['other']],
  )
  for (let times = 0; times < 3; times += 1) await run(1_000)
  expect(jobs.map(({ from }) => from)).toEqual([[], [3, 5], [7, 8]])
})
