import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTexts } from '../../../shared/i18n/i18n.ts'
import { uiTexts } from '../../../shared/ui/texts.ts'
import { playerTexts } from '../texts.ts'
import { pageVolume } from '../volume.ts'
import { IDLE_VIEW, type PlayerView } from './player-view.ts'
import { VolumeControl } from './VolumeControl.tsx'

const { volume } = playerTexts.player

let root: Root

const draw = (view: Partial<PlayerView> = {}) =>
  act(async () => root.render(<VolumeControl view={{ ...IDLE_VIEW, ...view }} />))
const slider = () => document.querySelector('input')
const speaker = () => document.querySelector('button')

beforeEach(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  startTexts({ ...uiTexts, ...playerTexts })
  pageVolume.set({ level: 0.7, isMuted: false })
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body)
  await draw()
})
afterEach(() => act(async () => root.unmount()))

describe('the volume control', () => {
  it('M5 has names and values for screen readers', async () => {
    expect(slider()?.getAttribute('aria-label')).toBe(volume.level)
    expect(slider()?.getAttribute('aria-valuetext')).toBe('70%')
    expect([speaker()?.getAttribute('aria-label'), speaker()?.getAttribute('aria-pressed')]).toEqual([
      volume.mute,
      'false',
    ])
    await act(async () => speaker()?.click())
    expect(speaker()?.getAttribute('aria-pressed')).toBe('true')
    expect(slider()?.getAttribute('aria-valuetext')).toBe(volume.muted)
    expect(pageVolume.get()).toEqual({ level: 0.7, isMuted: true })
  })

  it('M5 is not shown while another device plays, or to people who hear nothing', async () => {
    await draw({ deviceId: 'kitchen', browserDeviceId: 'here' })
    expect(slider()).toBeNull()
    await draw({ listening: 'silent' })
    expect(slider()).toBeNull()
    await draw({ deviceId: 'here', browserDeviceId: 'here' })
    expect(slider()).not.toBeNull()
  })
})
