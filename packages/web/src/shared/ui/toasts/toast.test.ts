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

  it('E5 replace the oldest one without a button, then one with Undo; only a fourth question replaces a question', () => {
    const undo = { label: 'Undo', run, isUndo: true } as const
    showToast({ text: 'a new version', action: { label: 'Reload', run } })
    showToast({ text: 'banned', action: undo })
    for (const text of ['saved', 'copied', 'sent']) showToast({ text })
    expect(texts()).toEqual(['a new version', 'banned', 'sent'])
    showToast({ text: 'taken back', action: undo })
    showToast({ text: 'failed' })
    expect(texts()).toEqual(['a new version', 'taken back', 'failed'])
    showToast({ text: 'mia wants to be your friend', action: { label: 'Accept', run } })
    expect(texts()).toEqual(['a new version', 'taken back', 'mia wants to be your friend'])
    showToast({ text: 'ben invites you', action: { label: 'Join', run } })
    for (const text of ['saved', 'copied']) showToast({ text })
    expect(texts()).toEqual(['a new version', 'mia wants to be your friend', 'ben invites you', 'copied'])
    showToast({ text: 'cleo invites you', action: { label: 'Join', run } })
    expect(texts()).toEqual(['mia wants to be your friend', 'ben invites you', 'cleo invites you'])
  })
})
