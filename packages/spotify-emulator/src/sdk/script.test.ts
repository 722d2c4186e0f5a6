import { Script } from 'node:vm'
import { expect, it } from 'vitest'
import { startEmulator } from '../testing/test-emulator.ts'

it('is one plain script without imports and exports', async () => {
  const running = await startEmulator()
  const response = await fetch(`${running.base}/sdk/spotify-player.js`)
  const source = await response.text()
  expect(response.headers.get('content-type')).toContain('text/javascript')
  expect(() => new Script(source)).not.toThrow()
  expect(source).not.toMatch(/^(import|export)\b/m)
  expect((await fetch(`${running.base}/sdk/silence.wav`)).status).toBe(200)
})
