import { describe, expect, it } from 'vitest'
import { NOTHING_OPEN, openAfterLeaving, openAfterScreen } from './open-session.ts'

const atOne = openAfterScreen(NOTHING_OPEN, 'one')

describe('the session behind the screens', () => {
  it('M1 a session stays open on other screens and when it is shown again', () => {
    expect(atOne.ssid).toBe('one')
    expect(openAfterScreen(atOne, null)).toBe(atOne)
    expect(openAfterScreen(atOne, 'one')).toBe(atOne)
  })

  it('M2 another session replaces the open one', () => {
    expect(openAfterScreen(openAfterScreen(atOne, null), 'two').ssid).toBe('two')
  })

  it('M2 after leaving nothing is open, also while the screen of the session is still shown', () => {
    const left = openAfterLeaving(atOne)
    expect(left.ssid).toBeNull()
    expect(openAfterScreen(left, 'one').ssid).toBeNull()
    expect(openAfterScreen(left, null)).toEqual(NOTHING_OPEN)
  })

  it('M2 a session that the person left opens again when they come back to it', () => {
    const away = openAfterScreen(openAfterLeaving(atOne), null)
    expect(openAfterScreen(away, 'one').ssid).toBe('one')
  })
})
