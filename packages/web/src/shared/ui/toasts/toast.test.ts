import { afterEach, describe, expect, it } from 'vitest'
import { showToast, useToasts } from './toast.ts'

const texts = () => useToasts.getState().toasts.map(({ text }) => text)
const run = () => undefined

describe('short messages', () => {
  afterEach(() => useToasts.setState({ toasts: [] }))

  it('about the same matter replace each other, and others stay', () => {
    showToast({ text: 'ben is banned', key: 'ban ben', action: { label: 'Undo', run, isUndo: true } })
    showToast({ text: 'saved' })
    showToast({ text: 'ben may come back', key: 'ban ben' })
    expect(texts()).toEqual(['saved', 'ben may come back'])
    showToast({ text: 'mia is banned', key: 'ban mia' })
    expect(texts()).toEqual(['saved', 'ben may come back', 'mia is banned'])
  })
})
