import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { downloadFile } from './download.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('A7 a file that the browser saves later is still there, and is released after a minute', () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const clicked: HTMLAnchorElement[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this)
  })
  downloadFile({ name: 'my\u202Edata/:2026.json', type: 'application/json' }, '{}')
  expect(clicked.map(({ download }) => download)).toEqual(['my data 2026.json'])
  vi.advanceTimersByTime(59_000)
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2_000)
  expect(revoke.mock.calls).toEqual([[clicked[0]?.href]])
})
