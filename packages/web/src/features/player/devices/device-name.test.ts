import { expect, it } from 'vitest'
import { deviceName } from './device-name.ts'

it('P9 the name of a device has its system, if the browser names it', () => {
  const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36'
  expect(deviceName(phone)).toBe('Jointly (Android)')
  expect(deviceName('Mozilla/5.0')).toBe('Jointly')
})
