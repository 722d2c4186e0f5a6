import { describe, expect, it } from 'vitest'
import { useStore } from '../../../shared/store/store.ts'
import { insideTexts } from '../../inside-texts.ts'
import { texts } from '../../texts.ts'
import {
  byName,
  eventually,
  open,
  queryAll,
  resetBrowser,
  setAnswers,
  submitForm,
  withApp,
} from '../app-testing.tsx'
import { loggedIn, setGuest, ssid, USER } from '../inside-testing.ts'

const { settings, nickname } = insideTexts
const { picture } = insideTexts.people

const focused = () => document.activeElement

/** Opens a form of the settings with its button, and puts the focus into the form. @returns the button */
async function openForm(name: string): Promise<HTMLElement> {
  await open('/main/settings')
  await eventually(() => byName(name).click())
  await eventually(() => {
    const [field] = queryAll('input[name=password], input[name=nickname]')
    expect(field).toBeInstanceOf(HTMLInputElement)
    if (field instanceof HTMLInputElement) field.focus()
  })
  return byName(name)
}

withApp()

describe('a form of the settings that closes', () => {
  it('D14 A2 returns the focus to its button: the new password', async () => {
    loggedIn({ 'POST /api/user/password': {} })
    const button = await openForm(`${settings.password}${settings.passwordText}`)
    submitForm({ password: 'old-music-1', newPassword: 'Fresh-music-26' })
    await eventually(() => expect(queryAll('input[type=password]')).toEqual([]))
    expect(focused()).toBe(button)
  })

  it('D14 A7 returns the focus to its button: the deletion, if the person keeps the account', async () => {
    loggedIn()
    const button = await openForm(`${settings.delete}${settings.deleteText}`)
    byName(settings.keep).focus()
    byName(settings.keep).click()
    await eventually(() => expect(queryAll('input[type=password]')).toEqual([]))
    expect(focused()).toBe(button)
  })

  it('D14 G9 returns the focus to its button: the nickname of a guest', async () => {
    loggedIn()
    setGuest(ssid(1))
    setAnswers({ 'PUT /api/guest/nickname': { ...useStore.getState().user, username: 'Kim 2' } })
    const button = await openForm(`${nickname.title}${nickname.text}`)
    submitForm({ nickname: 'Kim 2' })
    await eventually(() => expect(queryAll('input[name=nickname]')).toEqual([]))
    expect(focused()).toBe(button)
  })
})

it('D14 U3 after the picture was removed, the button beside it has the focus', async () => {
  loggedIn({ 'DELETE /api/user/picture': USER })
  useStore.setState({ user: { ...USER, picture: '0123456789abcdefABCDEF' } })
  await open('/main/settings')
  await eventually(() => byName(picture.remove).focus())
  byName(picture.remove).click()
  await eventually(() => byName(picture.add))
  expect(focused()).toBe(byName(picture.add))
})

it('D10 D14 who logs in as another person can type the name at once', async () => {
  resetBrowser()
  localStorage.setItem('token', 'secret')
  await open('/login')
  await eventually(() => byName(texts.login.other).focus())
  byName(texts.login.other).click()
  await eventually(() => expect(queryAll('input[name=username]')).toHaveLength(1))
  expect(focused()).toBe(queryAll('input[name=username]')[0])
})
