import { describe, expect, it } from 'vitest'
import { createPushes } from './push.ts'

/** Pushes whose waiting ends only when the test says so. */
function openPushes() {
  const pushed: string[] = []
  let endWait = (): void => undefined
  const pushes = createPushes(
    async (ssid) => void pushed.push(ssid),
    () => new Promise((resolve) => (endWait = resolve)),
  )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { pushes, pushed, settle, endWait: () => (endWait(), settle()) }
}

describe('pushing changes', () => {
  it('D2 the first change goes out at once, those of the next moment together', async () => {
    const { pushes, pushed, settle, endWait } = openPushes()
    pushes.changed('s')
    await settle()
    expect(pushed).toEqual(['s'])
    for (let change = 0; change < 5; change += 1) pushes.changed('s')
    await settle()
    expect(pushed).toEqual(['s'])
    await endWait()
    expect(pushed).toEqual(['s', 's'])
  })

  it('D2 when nothing changes, nothing is pushed', async () => {
    const { pushes, pushed, settle, endWait } = openPushes()
    pushes.changed('s')
    await settle()
    await endWait()
    expect(pushed).toEqual(['s'])
    pushes.changed('s')
    await settle()
    expect(pushed).toEqual(['s', 's'])
  })

  it('D2 sessions do not wait for each other', async () => {
    const { pushes, pushed, settle } = openPushes()
    pushes.changed('s')
    pushes.changed('t')
    await settle()
    expect(pushed).toEqual(['s', 't'])
  })
})
