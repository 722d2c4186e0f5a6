import type { CalibrationAct, ServerMessage } from '@jointly/contract'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTexts } from '../../../../shared/i18n/i18n.ts'
import { uiTexts } from '../../../../shared/ui/texts.ts'
import { listener } from '../../controller/testing.ts'
import { pageCorrection } from '../stored-corrections.ts'
import { calibrationTexts } from '../texts.ts'
import { useParticipant } from './use-participant.ts'

const view = listener().controller.view()
const clock = { now: () => 0, errorMs: () => 1, measure: async () => true }
let sent: CalibrationAct[]
let receive: (message: ServerMessage) => void
const link = {
  calibrate(_ssid: string, _calibration: string, sentAct: CalibrationAct) {
    sent.push(sentAct)
    return true
  },
  onMessage(listen: typeof receive) {
    receive = listen
    return () => undefined
  },
  onStatus: () => () => undefined,
  isReady: () => true,
}
const nameOf = () => null
let root: Root

function Page() {
  useParticipant({ ssid: 's', link, clock, view, nameOf })
  return null
}

beforeEach(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  startTexts({ ...uiTexts, ...calibrationTexts })
  sent = []
  pageCorrection.set(0)
  root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Page />))
})
afterEach(async () => {
  vi.useRealTimers()
  await act(async () => root.unmount())
  pageCorrection.set(0)
})

const sentCorrections = () => sent.map((each) => (each.do === 'join' ? each.device.correctionMs : null))

it('Y5 Y7 a correction that changes during a calibration is sent once, when its changes end', async () => {
  receive({
    ...{ type: 'calibration', ssid: 's', calibration: 'a-calibration' },
    news: { do: 'asked', by: 'me', isOwn: true },
  })
  await expect.poll(sentCorrections).toEqual([0])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const ms of [160, 170, 180]) pageCorrection.set(ms)
  vi.advanceTimersByTime(1_000)
  expect(sentCorrections()).toEqual([0, 180])
})
