import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { startTexts } from '../../../shared/i18n/i18n.ts'
import { uiTexts } from '../../../shared/ui/texts.ts'
import { DevicePicker } from './DevicePicker.tsx'
import { playerTexts } from '../texts.ts'
import { IDLE_VIEW } from './player-view.ts'

globalThis.IS_REACT_ACT_ENVIRONMENT = true

it('P8 the list marks this browser among devices with the same name', async () => {
  startTexts({ ...uiTexts, ...playerTexts })
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.body)
  const devices = ['elsewhere', 'here'].map((id) => ({
    id,
    name: 'Jointly',
    isRestricted: false,
    isActive: false,
  }))
  const view = { ...IDLE_VIEW, devices, deviceId: 'elsewhere', browserDeviceId: 'here' }
  await act(async () =>
    root.render(<DevicePicker view={view} keepsTime onChoose={() => undefined} onReload={() => undefined} />),
  )
  const labels = [...document.querySelectorAll('label')].map(({ textContent }) => textContent)
  expect(labels).toEqual(['Jointly', `Jointly${playerTexts.player.devices.own}`])
  await act(async () => root.unmount())
})

it.each([
  ['five seconds', true, 5_000],
  ['30 seconds if the service limits calls', false, 30_000],
])('P9 while the list is shown, it is loaded again every %s', async (_what, keepsTime, everyMs) => {
  vi.useFakeTimers()
  startTexts({ ...uiTexts, ...playerTexts })
  const root = createRoot(document.body)
  const reload = vi.fn<() => void>()
  const view = { ...IDLE_VIEW, deviceId: 'here', browserDeviceId: 'here' }
  await act(async () =>
    root.render(
      <DevicePicker view={view} keepsTime={keepsTime} onChoose={() => undefined} onReload={reload} />,
    ),
  )
  expect(reload).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(everyMs - 1)
  expect(reload).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalledTimes(2)
  await act(async () => root.unmount())
  vi.advanceTimersByTime(4 * everyMs)
  expect(reload).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

it('P9 without a device, the list is loaded by its button only', async () => {
  vi.useFakeTimers()
  startTexts({ ...uiTexts, ...playerTexts })
  const root = createRoot(document.body)
  const reload = vi.fn<() => void>()
  await act(async () =>
    root.render(<DevicePicker view={IDLE_VIEW} keepsTime onChoose={() => undefined} onReload={reload} />),
  )
  vi.advanceTimersByTime(60_000)
  expect(reload).not.toHaveBeenCalled()
  document.querySelector('button')?.click()
  expect(reload).toHaveBeenCalledTimes(1)
  await act(async () => root.unmount())
  vi.useRealTimers()
})
