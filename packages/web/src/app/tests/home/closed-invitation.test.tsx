import { expect, it, onTestFinished, vi } from 'vitest'
import { nextTask } from '../../../shared/browser/timers.ts'
import { texts } from '../../texts.ts'
import { eventually, open, pageText, resetBrowser, withApp } from '../app-testing.tsx'
import { ssid } from '../inside-testing.ts'

withApp()

it('J5 the start page rests after it has said that no session is open at the link', async () => {
  const closed = Response.json({ error: { code: 'not-found', message: '' } }, { status: 404 })
  resetBrowser({ [`GET /api/invitation/?ssid=${ssid(1)}`]: closed })
  await open(`/main/${ssid(1)}`)
  await eventually(() => expect(pageText()).toContain(texts.login.toClosed))
  // The login form reads this each time it is rendered.
  const read = vi.fn<() => boolean>(() => false)
  const before = Object.getOwnPropertyDescriptor(window, 'isSecureContext')
  Object.defineProperty(window, 'isSecureContext', { get: read, configurable: true })
  onTestFinished(() => {
    Reflect.deleteProperty(window, 'isSecureContext')
    if (before) Object.defineProperty(window, 'isSecureContext', before)
  })
  for (let turn = 0; turn < 50; turn += 1) await nextTask()
  expect(read.mock.calls.length).toBeLessThan(5)
})
