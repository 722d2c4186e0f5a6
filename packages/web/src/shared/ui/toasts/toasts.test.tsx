import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { uiTexts } from '../texts.ts'
import { showToast, useToasts } from './toast.ts'
import { Toasts } from './Toasts.tsx'

// Loads the icons first, because a test must not end while they load.
await import('../media/IconDrawing.tsx')

let root: Root
beforeEach(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  startTexts(uiTexts)
  document.body.innerHTML = '<input><div></div>'
  root = createRoot(document.body.lastElementChild ?? document.body)
  await act(async () => root.render(<Toasts />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  useToasts.setState({ toasts: [] })
  vi.useRealTimers()
})

const run = () => undefined
const undo = { label: 'Undo', run, isUndo: true } as const
const show = (toast: Parameters<typeof showToast>[0]) => act(async () => void showToast(toast))
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
const region = () => document.querySelector('[aria-live=polite]')
const texts = () => [...(region()?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent)
const button = (name: string, toast = region()?.lastElementChild) =>
  [...(toast?.querySelectorAll('button') ?? [])].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  )
const focused = () => document.activeElement
const focus = (element: HTMLElement | null | undefined) => act(async () => element?.focus())
const point = (name: string) =>
  act(async () => {
    const text = region()?.querySelector('p')
    text?.dispatchEvent(new PointerEvent(name, { bubbles: true }))
  })
const press = (element: HTMLElement | undefined) => act(async () => element?.click())

it('V1 E5 a message closes after six seconds, with Undo after twenty, and with a question only by the person', async () => {
  await show({ text: 'saved' })
  await show({ text: 'banned', action: undo })
  await show({ text: 'a new version', action: { label: 'Reload', run } })
  await pass(6_000)
  expect(texts()).toEqual(['banned', 'a new version'])
  await pass(14_000)
  expect(texts()).toEqual(['a new version'])
  await pass(3_600_000)
  expect(texts()).toEqual(['a new version'])
})

it('D14 V1 no message closes by itself while one of them has the focus', async () => {
  await show({ text: 'saved' })
  await show({ text: 'taken back', action: undo })
  await focus(button('Undo'))
  await pass(60_000)
  expect(texts()).toEqual(['saved', 'taken back'])
  await focus(document.querySelector('input'))
  await pass(6_000)
  expect(texts()).toEqual(['taken back'])
  await pass(14_000)
  expect(texts()).toEqual([])
})

it('D14 no message closes by itself while the pointer is on one of them', async () => {
  await show({ text: 'saved' })
  await show({ text: 'copied' })
  await point('pointerover')
  await pass(60_000)
  expect(texts()).toEqual(['saved', 'copied'])
  await point('pointerout')
  await pass(6_000)
  expect(texts()).toEqual([])
})

it('D14 a message that closes under the pointer does not keep the later ones', async () => {
  await show({ text: 'saved' })
  await point('pointerover')
  await press(button('Close'))
  await show({ text: 'copied' })
  await pass(6_000)
  expect(texts()).toEqual([])
})

it('D14 a message that closes gives the focus to the next one, and the last to where it was before', async () => {
  const input = document.querySelector('input')
  await show({ text: 'taken back', action: undo })
  await show({ text: 'saved' })
  await focus(input)
  await focus(button('Undo', region()?.firstElementChild))
  await press(button('Undo', region()?.firstElementChild))
  expect(focused()?.textContent).toBe('saved')
  await focus(button('Close'))
  await press(button('Close'))
  expect(texts()).toEqual([])
  expect(focused()).toBe(input)
})

it('D14 a message that is closed with the pointer gives the focus back only to what had it then', async () => {
  const input = document.querySelector('input')
  const tap = (element: HTMLElement | undefined) =>
    act(async () => {
      element?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      element?.focus()
      element?.click()
    })
  await show({ text: 'saved' })
  await focus(input)
  await tap(button('Close'))
  expect(focused()).toBe(input)
  input?.blur()
  await show({ text: 'copied' })
  await tap(button('Close'))
  expect(focused()).toBe(document.body)
})

it('D14 of several messages, screen readers read only the new one', () =>
  expect(region()?.getAttribute('aria-atomic')).toBe('false'))
