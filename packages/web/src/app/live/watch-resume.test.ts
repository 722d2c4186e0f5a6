import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchResume } from './watch-resume.ts'

let stop: () => void
let resumes: number

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  resumes = 0
  stop = watchResume(() => (resumes += 1))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  Reflect.deleteProperty(document, 'visibilityState')
})

const showPage = (visibilityState: string) => {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

it('M10 a page that did not run for a while looks at its connection at once', () => {
  vi.advanceTimersByTime(120_000)
  expect(resumes).toBe(0)
  vi.setSystemTime(Date.now() + 60_000)
  vi.advanceTimersByTime(1_000)
  expect(resumes).toBe(1)
  vi.advanceTimersByTime(10_000)
  expect(resumes).toBe(1)
})

it('M10 a timer that a hidden page runs once a second is no sleep', () => {
  for (let second = 0; second < 60; second += 1) {
    vi.setSystemTime(Date.now() + 500)
    vi.advanceTimersByTime(1_000)
  }
  expect(resumes).toBe(0)
})

it('M10 another network, and a page that is shown again, look at the connection at once', () => {
  dispatchEvent(new Event('online'))
  expect(resumes).toBe(1)
  showPage('hidden')
  expect(resumes).toBe(1)
  showPage('visible')
  expect(resumes).toBe(2)
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(resumes).toBe(2)
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(resumes).toBe(3)
  stop()
  dispatchEvent(new Event('online'))
  expect(resumes).toBe(3)
})
