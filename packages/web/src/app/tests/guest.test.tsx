import { beforeEach, describe, expect, it } from 'vitest'
import { storedGuest, storeGuest } from '../../shared/browser/guest.ts'
import { useStore } from '../../shared/store/store.ts'
import { insideTexts } from '../inside-texts.ts'
import {
  byName,
  currentPath,
  eventually,
  open,
  pageText,
  sentTo,
  setAnswers,
  submitForm,
  textOf,
  withApp,
} from './app-testing.tsx'
import { loggedIn } from './inside-testing.ts'

const { toAccount, settings } = insideTexts
const ssid = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'

withApp()
beforeEach(() => {
  loggedIn()
  const { user } = useStore.getState()
  if (!user) throw new Error('nobody is logged in')
  useStore.setState({ user: { ...user, username: 'Kim', email: '', guest: true } })
  storeGuest({ device: 'secret', nickname: 'Kim', ssid })
})

describe('the settings of a guest', () => {
  it('G2 G6 begin with becoming an account, and have nothing that needs one', async () => {
    await open('/main/settings')
    await eventually(() => expect(textOf('h2')).toContain(toAccount.title))
    for (const text of [settings.password, settings.passkeys, settings.delete])
      expect(pageText()).not.toContain(text)
    expect(sentTo('GET /api/friends/')).toEqual([])
  })

  it('G6 a taken name is shown at its field; then the guest becomes an account and stays logged in', async () => {
    await open('/main/settings')
    await eventually(() => expect(textOf('h2')).toContain(toAccount.title))
    const taken = { code: 'taken', message: '', fields: { username: 'taken' } }
    setAnswers({ 'PUT /api/guest/': Response.json({ error: taken }, { status: 409 }) })
    submitForm({ username: 'kim', password: 'fresh-123' })
    await eventually(() => expect(textOf('[role=alert]')).toEqual(['This is already taken.']))
    const { user, active } = useStore.getState()
    setAnswers({ 'PUT /api/guest/': { id: user?.id, username: 'kim-1', email: '', level: 0 } })
    submitForm({ username: 'kim-1', password: 'fresh-123' })
    await eventually(() => expect(pageText()).toContain(settings.password))
    expect(sentTo('PUT /api/guest/').at(-1)).toEqual({ username: 'kim-1', password: 'fresh-123' })
    expect(useStore.getState().active).toEqual(active)
    expect(storedGuest()).toBe(null)
  })

  it('G7 a guest deletes themselves after a question', async () => {
    setAnswers({ 'DELETE /api/guest/': {} })
    await open('/main/settings')
    await eventually(() => byName(`${toAccount.delete}${toAccount.deleteText}`))
    byName(`${toAccount.delete}${toAccount.deleteText}`).click()
    await eventually(() => expect(document.querySelector('[role=alertdialog]')).not.toBeNull())
    expect(sentTo('DELETE /api/guest/')).toEqual([])
    const [confirm] = [...document.querySelectorAll('[role=alertdialog] button')].filter(
      (each) => each.textContent?.trim() === toAccount.delete,
    )
    if (confirm instanceof HTMLElement) confirm.click()
    await eventually(() => expect(currentPath()).toBe('/login'))
    expect(sentTo('DELETE /api/guest/')).toHaveLength(1)
    expect(storedGuest()).toBe(null)
  })
})
