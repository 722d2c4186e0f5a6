import { expect, it } from 'vitest'
import { systemName } from './system-name.ts'

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X)', 'iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X)', 'iPad'],
  ['Mozilla/5.0 (Linux; Android 10; K)', 'Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Windows'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)', 'ChromeOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux'],
  ['curl/8.17.0', null],
])('A9 reads the system from %s', (userAgent, system) => {
  expect(systemName(userAgent)).toBe(system)
})
