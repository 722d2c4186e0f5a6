import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createFaultLog } from './fault-log.ts'

it('E1 an outage of the database is logged from time to time, other failures each time', () => {
  const lines: unknown[] = []
  let nowMs = 5
  const logFault = createFaultLog(
    pino({}, { write: (line) => void lines.push(JSON.parse(line)) }),
    () => nowMs,
  )
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  for (let call = 0; call < 1_000; call += 1) logFault(away, 'a call failed')
  for (let call = 0; call < 2; call += 1)
    logFault(new Error('a surprise'), 'a call failed', { requestId: call })
  nowMs += 10_000
  logFault(away, 'a chore failed')
  const outage = (failed: number) => ({ failed, msg: expect.stringContaining('the database is away') })
  const surprise = (requestId: number) => ({ requestId, msg: 'a call failed' })
  expect(lines).toMatchObject([outage(1), surprise(0), surprise(1), outage(1_000)])
})
