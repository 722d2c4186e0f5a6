import type { Passkey } from '@jointly/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  queryAll,
  setAnswers,
  resetBrowser,
  byName,
  open,
  press,
  submitForm,
  sentTo,
  eventually,
  textOf,
  withApp,
  pageText,
} from '../app-testing.tsx'
import { useToasts } from '../../../shared/ui/toasts/toast.ts'
import { insideTexts } from '../../inside-texts.ts'
import { loggedIn } from '../inside-testing.ts'
import { texts } from '../../texts.ts'

withApp()

const idOf = (last: number) => `1d0c4c38-55aa-4d6e-9a3c-0d9bb1a3d00${last}`
const passkey = (last: number, parts: Partial<Passkey> = {}): Passkey => ({
  id: idOf(last),
  name: `Key ${last}`,
  createdAt: new Date(2026, 10, 2, 12).getTime(),
  lastUsedAt: null,
  ...parts,
})
const invalid = (fields: Record<string, string>) =>
  Response.json({ error: { code: 'invalid', message: '', fields } }, { status: 422 })

/** Sets up a browser with passkeys, on a secure page with this host name. */
function at(hostname: string): void {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  vi.spyOn(window.location, 'hostname', 'get').mockReturnValue(hostname)
}

describe('the passkeys of a person', () => {
  const { passkeys } = insideTexts
  const rows = () => textOf('main li')
  const show = async (list: Passkey[], rpId: string | null = 'music.example.org') => {
    loggedIn({ 'GET /api/passkeys/': { rpId, passkeys: list } })
    await open('/main/settings/passkeys')
  }
  beforeEach(() => at('music.example.org'))

  it('A13 are listed with their times, and can be renamed and removed', async () => {
    await show([passkey(1, { lastUsedAt: new Date().setDate(new Date().getDate() - 3) }), passkey(2)])
    await eventually(() => expect(rows()).toHaveLength(2))
    expect(rows()[0]).toContain('Last used 3 days ago')
    expect(rows()[1]).toContain(passkeys.unused)
    expect(rows()[1]).toContain('Added on 2 November 2026')
    setAnswers({ [`PUT /api/passkeys/${idOf(1)}`]: {}, [`DELETE /api/passkeys/${idOf(2)}`]: {} })
    byName('Rename Key 1').click()
    await eventually(() => expect(queryAll('input[name=name]')).toHaveLength(1))
    submitForm({ name: 'Blue key' })
    await eventually(() => expect(rows()[0]).toContain('Blue key'))
    expect(sentTo(`PUT /api/passkeys/${idOf(1)}`)).toEqual([{ name: 'Blue key' }])
    expect(document.activeElement).toBe(byName('Rename Blue key'))
    byName('Remove Key 2').click()
    const confirm = () => [...document.querySelectorAll('[role=alertdialog] button')].at(-1)
    await eventually(() => expect(confirm()?.textContent).toBe(passkeys.removeAction))
    press(confirm())
    await eventually(() => expect(rows()).toHaveLength(1))
    await eventually(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe(insideTexts.settings.passkeys),
    )
  })

  it('A13 the empty list and a failed one say so', async () => {
    await show([])
    await eventually(() => expect(pageText()).toContain(passkeys.empty))
    loggedIn()
    setAnswers({
      'GET /api/passkeys/': Response.json({ error: { code: 'internal', message: '' } }, { status: 500 }),
    })
    await open('/main/settings/passkeys')
    await eventually(() => expect(pageText()).toContain(texts.error.internal))
  })

  it('A13 adding one asks for the password if the login is not recent', async () => {
    await show([])
    await eventually(() => expect(byName(passkeys.add)).toBeDefined())
    setAnswers({ 'POST /api/passkeys/options': invalid({ password: 'required' }) })
    byName(passkeys.add).click()
    await eventually(() => expect(pageText()).toContain(passkeys.passwordToAdd))
    setAnswers({ 'POST /api/passkeys/options': invalid({ password: 'wrong' }) })
    submitForm({ password: 'wrong1' })
    await eventually(() => expect(pageText()).toContain(texts.field.wrong))
    expect(sentTo('POST /api/passkeys/options')).toEqual([{}, { password: 'wrong1' }])
    byName(texts.state.cancel).click()
    await eventually(() => expect(document.activeElement).toBe(byName(passkeys.add)))
  })

  it('A13 removing one asks for the password if the login is not recent', async () => {
    await show([passkey(1)])
    const remove = `DELETE /api/passkeys/${idOf(1)}`
    await eventually(() => expect(rows()).toHaveLength(1))
    setAnswers({ [remove]: invalid({ password: 'required' }) })
    byName('Remove Key 1').click()
    const confirm = () => [...document.querySelectorAll('[role=alertdialog] button')].at(-1)
    await eventually(() => expect(confirm()?.textContent).toBe(passkeys.removeAction))
    press(confirm())
    await eventually(() => expect(pageText()).toContain(passkeys.passwordToRemove))
    expect(pageText()).toContain(passkeys.withoutPassword)
    setAnswers({ [remove]: invalid({ password: 'wrong' }) })
    submitForm({ password: 'wrong1' })
    await eventually(() => expect(pageText()).toContain(texts.field.wrong))
    expect(rows()).toHaveLength(1)
    setAnswers({ [remove]: {} })
    submitForm({ password: 'Kitchen-7' })
    await eventually(() => expect(rows()).toHaveLength(0))
    expect(sentTo(remove)).toEqual([null, { password: 'wrong1' }, { password: 'Kitchen-7' }])
  })

  it('A12 says why where passkeys are not possible', async () => {
    await show([], 'other.example.org')
    await eventually(() => expect(pageText()).toContain('only work at other.example.org'))
    expect(pageText()).not.toContain(passkeys.add)
    await show([], null)
    await eventually(() => expect(pageText()).toContain(passkeys.noName))
    at('192.168.0.7')
    await show([], null)
    await eventually(() => expect(pageText()).toContain(passkeys.noName))
    expect(pageText()).toMatch(/not numbers/)
  })

  it('A12 says why if the server allows no passkeys at its address', async () => {
    await show([])
    await eventually(() => expect(byName(passkeys.add)).toBeDefined())
    const error = { code: 'no-passkeys', message: '' }
    setAnswers({ 'POST /api/passkeys/options': Response.json({ error }, { status: 409 }) })
    byName(passkeys.add).click()
    const shown = () => useToasts.getState().toasts.map(({ text }) => text)
    await eventually(() => expect(shown()).toEqual([expect.stringMatching(/not numbers/)]))
  })
})

describe('the login', () => {
  it('A12 offers passkeys at a host name, and says why not at an IP address', async () => {
    resetBrowser()
    at('localhost')
    await open('/login')
    expect(byName(texts.login.passkey)).toBeDefined()
    at('127.0.0.1')
    await open('/login')
    expect(pageText()).toContain(texts.login.passkeyPlace)
    expect(pageText()).toMatch(/not numbers/)
    expect(pageText()).not.toContain(texts.login.passkey)
  })
})
