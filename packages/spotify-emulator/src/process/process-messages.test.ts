import type { Log } from '@jointly/music-library'
import { expect, it } from 'vitest'
import { parseMessage } from './process-messages.ts'

it('B8 logs an unknown message of the process and ignores it', () => {
  const lines: unknown[] = []
  const log: Log = (level, message, details) => void lines.push([level, message, details])
  for (const sent of [null, 'listening', { type: 'unknown' }, { type: 'log', level: 'fatal' }])
    expect(parseMessage(sent, log)).toBeNull()
  expect(lines).toHaveLength(4)
  expect(lines[2]).toMatchObject([
    'warn',
    'the built-in provider said what is not understood',
    { type: 'unknown' },
  ])
  expect(parseMessage({ type: 'alive' }, log)).toEqual({ type: 'alive' })
  expect(lines).toHaveLength(4)
})
