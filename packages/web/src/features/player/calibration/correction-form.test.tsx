import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTexts } from '../../../shared/i18n/i18n.ts'
import { uiTexts } from '../../../shared/ui/texts.ts'
import { playerTexts } from '../texts.ts'
import { ListeningNote } from '../screen/ListeningNote.tsx'
import { IDLE_VIEW, type PlayerView } from '../screen/player-view.ts'
import { pageCorrection } from './stored-corrections.ts'
import { CorrectionForm } from './CorrectionForm.tsx'
import { calibrationTexts } from './texts.ts'

const { calibration } = calibrationTexts

let root: Root

const slider = () => document.querySelector('input')
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  )
const press = (key: string, shiftKey = false) =>
  act(async () => slider()?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true })))

beforeEach(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  startTexts({ ...uiTexts, ...playerTexts, ...calibrationTexts })
  localStorage.clear()
  pageCorrection.setOutput('')
  pageCorrection.set(0)
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body)
})
afterEach(async () => {
  await act(async () => root.unmount())
  pageCorrection.set(0)
})

it('Y1 is set by buttons and by keys, and is stored', async () => {
  await act(async () => root.render(<CorrectionForm />))
  await act(async () => button(calibration.playEarlier.replace('{{ms}}', '20'))?.click())
  await act(async () => button(calibration.playLater.replace('{{ms}}', '5'))?.click())
  expect(pageCorrection.ms()).toBe(15)
  await press('ArrowRight')
  await press('ArrowRight', true)
  await press('PageUp')
  expect(pageCorrection.ms()).toBe(41)
  expect(slider()?.getAttribute('aria-valuetext')).toBe(calibration.earlier.replace('{{ms}}', '41'))
  expect(JSON.parse(localStorage.getItem('output-corrections') ?? '')).toMatchObject({ '': 41 })
  await act(async () => button(calibration.reset)?.click())
  expect(pageCorrection.ms()).toBe(0)
})

it('D14 Y1 screen readers read the value from the slider, and not again from the text above it', async () => {
  await act(async () => root.render(<CorrectionForm />))
  expect(document.querySelector('output')?.getAttribute('aria-live')).toBe('off')
})

it('Y1 the dialog names the words of the badge for a browser that reports no delay', () =>
  expect(calibration.text).toContain(playerTexts.player.listening.delayUnknown))

it('Y3 the badge says that an own correction is used, where this page is heard', async () => {
  const badge = async (view: Partial<PlayerView>) => {
    await act(async () =>
      root.render(<ListeningNote view={{ ...IDLE_VIEW, ...view }} onSync={() => undefined} />),
    )
    return document.body.textContent
  }
  const here = { listening: 'playing', state: 'playing', deviceId: 'here', browserDeviceId: 'here' } as const
  const words = calibration.used
  expect(await badge(here)).not.toContain(words)
  await act(async () => pageCorrection.set(180))
  expect(await badge(here)).toContain(words)
  const withFigure = await badge({ ...here, syncErrorMs: 8 })
  expect(withFigure).toContain(words)
  // The note is narrow on a phone. So the text that people see is short, and has the figure all the same.
  expect(document.querySelector('[aria-hidden]:not(svg)')?.textContent).toBe('±\u00a08\u00a0ms, corrected')
  expect(await badge({ ...here, deviceId: 'kitchen' })).not.toContain(words)
  expect(await badge({ ...here, listening: 'waiting' })).not.toContain(words)
})
