import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showToast, useToasts } from './toast.ts'

const texts = () => useToasts.getState().toasts.map(({ text }) => text)
const run = () => undefined

describe('short messages', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    useToasts.setState({ toasts: [] })
    vi.useRealTimers()
  })

  it('close after six seconds, with Undo after twenty, and with a question only by the person', () => {
    showToast({ text: 'saved' })
    showToast({ text: 'banned', action: { label: 'Undo', run, isUndo: true } })
    showToast({ text: 'a new version', action: { label: 'Reload', run } })
    vi.advanceTimersByTime(6_000)
    expect(texts()).toEqual(['banned', 'a new version'])
    vi.advanceTimersByTime(14_000)
    expect(texts()).toEqual(['a new version'])
    vi.advanceTimersByTime(3_600_000)
    expect(texts()).toEqual(['a new version'])
  })

  it('about the same matter replace each other, and others stay', () => {
    showToast({ text: 'ben is banned', key: 'ban ben', action: { label: 'Undo', run, isUndo: true } })
    showToast({ text: 'saved' })
    showToast({ text: 'ben may come back', key: 'ban ben' })
    expect(texts()).toEqual(['saved', 'ben may come back'])
    showToast({ text: 'mia is banned', key: 'ban mia' })
    expect(texts()).toEqual(['saved', 'ben may come back', 'mia is banned'])
  })
})
