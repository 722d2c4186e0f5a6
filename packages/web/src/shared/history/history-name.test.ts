import { NewPlaylist } from '@jointly/contract'
import { beforeAll, expect, it } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { historyName } from './history-name.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()

beforeAll(() => startTexts({}))

it('T3 a playlist is named after the session and the days', () => {
  const evening = { title: 'Summer party', from: at(22, 20), to: at(22, 23) }
  expect(historyName(evening)).toBe('Summer party · 22 November 2026')
  expect(historyName({ ...evening, to: at(23, 2) })).toMatch(/^Summer party · 22.–.23 November 2026$/)
})

it('T3 the name is not longer than the service allows', () => {
  const name = historyName({ title: '🎵'.repeat(80), from: at(22, 20), to: at(23, 2) })
  expect([...name].length).toBeLessThanOrEqual(100)
  expect(name).toContain('November 2026')
  // A title that is shortened after a space does not end with it.
  const words = historyName({ title: 'birthday '.repeat(10), from: at(22, 20), to: at(22, 23) })
  expect(words).toMatch(/birthday · 22 November 2026$/)
})

it('D11 a right-to-left title and the days keep their order, in a text of either direction', () => {
  const name = historyName({ title: 'מסיבה Party', from: at(22, 20), to: at(22, 23) })
  // The marks give the separator and the first number their direction. Otherwise both would join the title.
  expect(name).toBe('מסיבה Party\u200F · \u200E22 November 2026')
  expect(NewPlaylist.safeParse({ name, description: 'd' }).success).toBe(true)
})
