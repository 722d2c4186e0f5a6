import type { ServerMessage } from '@jointly/contract'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTexts } from '../../../../shared/i18n/i18n.ts'
import { uiTexts } from '../../../../shared/ui/texts.ts'
import { calibrationTexts } from '../texts.ts'
import type { CalibrationLink } from './calibration-link.ts'
import { RoomCalibration } from './RoomCalibration.tsx'

const { room } = calibrationTexts.calibration
const link = {
  calibrate: () => true,
  onMessage: () => () => undefined,
  onStatus: () => () => undefined,
  isReady: () => true,
}
let root: Root

beforeEach(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  startTexts({ ...uiTexts, ...calibrationTexts })
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

async function startButton(
  mediaDevices: object | undefined,
  by: CalibrationLink = link,
): Promise<HTMLButtonElement | undefined> {
  vi.stubGlobal('navigator', { mediaDevices })
  const clock = { now: () => 0, errorMs: () => 1, measure: async () => true }
  await act(async () => root.render(<RoomCalibration ssid="s" link={by} clock={clock} nameOf={() => null} />))
  return [...document.querySelectorAll('button')].find((one) => one.textContent === room.start)
}

it('J9 Y5 says before a press that a page without https gets no microphone', async () => {
  expect((await startButton(undefined))?.disabled).toBe(true)
  expect(document.body.textContent).toContain(room.trouble.insecure)
})

it('Y5 the measurement can be started where there are microphones', async () => {
  expect((await startButton({ getUserMedia: () => undefined }))?.disabled).toBe(false)
  expect(document.body.textContent).not.toContain(room.trouble.insecure)
})

it('Y6 at the limit of measurements it says that starting again may help at once', async () => {
  const asked: string[] = []
  const listeners: ((message: ServerMessage) => void)[] = []
  const button = await startButton(
    { getUserMedia: async () => ({ getTracks: () => [] }) },
    {
      ...link,
      calibrate: (_, calibration) => asked.push(calibration) > 0,
      onMessage(listener) {
        listeners.push(listener)
        return () => undefined
      },
    },
  )
  await act(async () => button?.click())
  const [calibration = ''] = asked
  await act(async () => {
    for (const listener of listeners)
      listener({ type: 'calibration', ssid: 's', calibration, news: { do: 'ended', reason: 'limit' } })
  })
  expect(document.querySelector('[role=alert]')?.textContent).toMatch(/start again/i)
})
