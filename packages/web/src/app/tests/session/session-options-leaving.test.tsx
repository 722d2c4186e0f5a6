import type { Options } from '@jointly/contract'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { SSID } from '../../../features/session/model/testing.ts'
import { storeToken } from '../../../shared/browser/token.ts'
import { insideTexts } from '../../inside-texts.ts'
import { router } from '../../routing/app-router.tsx'
import {
  queryAll,
  setAnswers,
  currentPath,
  byName,
  press,
  sentTo,
  eventually,
  textOf,
  withApp,
  pageText,
  typeInto,
  pressInDialog,
} from '../app-testing.tsx'
import { openSession, openTab, startInSession, USER, nameInput, offersSave } from '../inside-testing.ts'

const texts = insideTexts.session.options
const path = `/api/session/${SSID}/options`
const options: Options = { version: 1, managed: false, title: 'Kitchen', skipPercent: 35, policy: 'link' }

/** Opens the options tab of Ann's session. */
async function openOptions(more: Record<string, unknown> = {}, answer: Options = options): Promise<void> {
  await openSession({}, { [`GET ${path}`]: answer, 'GET /api/friends/': [], ...more })
  openTab('Options')
  await eventually(() => expect(pageText()).toContain(texts.general.name))
}

withApp(startInSession)
// Removes unsaved changes, because the editor would keep them for the next test.
afterEach(() => {
  if (offersSave()) byName(texts.save.discard).click()
})

describe('leaving changed options', () => {
  beforeEach(() => openOptions())

  it('R2 leaving with changes asks to save them, and saves them before it leaves', async () => {
    typeInto(nameInput(), 'Kitchen, Friday')
    await eventually(() => expect(offersSave()).toBe(true))
    void router.navigate({ to: '/main/timeline' })
    await eventually(() => expect(document.body.textContent).toContain(texts.confirm.title))
    pressInDialog(texts.confirm.stay)
    await eventually(() => expect(document.body.textContent).not.toContain(texts.confirm.title))
    expect(currentPath()).toBe(`/main/${SSID}`)
    openTab('Search')
    await eventually(() => expect(document.body.textContent).toContain(texts.confirm.title))
    expect(sentTo(`POST ${path}`)).toEqual([])
    setAnswers({ [`POST ${path}`]: { ...options, version: 2, title: 'Kitchen, Friday' } })
    pressInDialog(texts.confirm.save)
    await eventually(() => expect(queryAll('input[type=search]')).toHaveLength(1))
    await eventually(() => expect(offersSave()).toBe(false))
    expect(sentTo(`POST ${path}`)).toEqual([{ version: 1, title: 'Kitchen, Friday' }])
  })

  it('R2 a person who saves before a typed address opens stays on the new screen', async () => {
    typeInto(nameInput(), 'Kitchen, Friday')
    await eventually(() => expect(offersSave()).toBe(true))
    setAnswers({
      'GET /api/timeline': [],
      [`POST ${path}`]: { ...options, version: 2, title: 'Kitchen, Friday' },
    })
    const opened: string[] = []
    const stop = router.subscribe('onBeforeLoad', ({ toLocation }) => void opened.push(toLocation.pathname))
    onTestFinished(stop)
    location.hash = '#/main/timeline'
    // A browser sends this event when the hash changes, but happy-dom does not.
    dispatchEvent(new PopStateEvent('popstate'))
    await eventually(() => expect(document.body.textContent).toContain(texts.confirm.title))
    pressInDialog(texts.confirm.save)
    await eventually(() => expect(currentPath()).toBe('/main/timeline'))
    await eventually(() => expect(document.body.textContent).not.toContain(texts.confirm.title))
    // If the app started a second navigation, its timer would run before this timer.
    await new Promise((resolve) => setTimeout(resolve))
    expect(opened).toEqual(['/main/timeline'])
  })

  it('R2 after Stay the address bar shows the address of the options again, and not the typed one', async () => {
    const shown = location.hash
    // The options are the second entry of the history, so the router takes an entry without a state for a step back.
    Object.assign(router.history.location.state, { __TSR_index: 1 })
    typeInto(nameInput(), 'Kitchen, Friday')
    await eventually(() => expect(offersSave()).toBe(true))
    // This is what a browser does with a typed address: a new entry without a state.
    for (const typed of ['#/main/timeline', '#/about']) {
      History.prototype.pushState.call(history, null, '', typed)
      dispatchEvent(new PopStateEvent('popstate'))
      await eventually(() => expect(document.body.textContent).toContain(texts.confirm.title))
      pressInDialog(texts.confirm.stay)
      await eventually(() => expect(document.body.textContent).not.toContain(texts.confirm.title))
      await eventually(() => expect([location.hash, currentPath()]).toEqual([shown, `/main/${SSID}`]))
      await eventually(() => expect(offersSave()).toBe(true))
    }
    const name = nameInput()
    expect(name instanceof HTMLInputElement && name.value).toBe('Kitchen, Friday')
  })

  it('R2 Stay after a step back to a typed address does not change the entry of that address', async () => {
    setAnswers({ 'GET /api/timeline': [] })
    History.prototype.pushState.call(history, null, '', '#/main/timeline')
    dispatchEvent(new PopStateEvent('popstate'))
    await eventually(() => expect(currentPath()).toBe('/main/timeline'))
    await router.navigate({ to: '/main/$ssid', params: { ssid: SSID } })
    await eventually(() => expect(queryAll('[role=tab]').length).toBeGreaterThan(0))
    if (nameInput() === undefined) openTab('Options')
    await eventually(() => expect(nameInput()).toBeDefined())
    typeInto(nameInput(), 'Kitchen, Friday')
    await eventually(() => expect(offersSave()).toBe(true))
    history.back()
    await eventually(() => expect(document.body.textContent).toContain(texts.confirm.title))
    pressInDialog(texts.confirm.stay)
    await eventually(() => expect(document.body.textContent).not.toContain(texts.confirm.title))
    await eventually(() =>
      expect([location.hash, currentPath()]).toEqual([`#/main/${SSID}`, `/main/${SSID}`]),
    )
    byName(texts.save.discard).click()
    await eventually(() => expect(offersSave()).toBe(false))
    history.back()
    await eventually(() => expect(currentPath()).toBe('/main/timeline'))
  })

  it('R2 after a login in another tab the options close without the question, and keep the changes', async () => {
    const login = Promise.withResolvers<unknown>()
    setAnswers({ 'POST /api/refresh/': login.promise })
    typeInto(nameInput(), 'Kitchen, Friday')
    await eventually(() => expect(offersSave()).toBe(true))
    const active = { id: '2', token: 'newer' }
    storeToken(active.token)
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'token', oldValue: 'secret', newValue: active.token }),
    )
    await eventually(() => expect(currentPath()).toBe('/load'))
    await eventually(() => expect(offersSave()).toBe(false))
    expect(document.body.textContent).not.toContain(texts.confirm.title)
    login.resolve({ user: USER, active })
    await eventually(() => expect(currentPath()).toBe(`/main/${SSID}`))
    await eventually(() => expect(offersSave()).toBe(true))
  })

  it('R2 a person who leaves during a save gets to the next screen when the save has succeeded', async () => {
    let answer: (response: Response) => void = () => {}
    await openOptions({ [`POST ${path}`]: new Promise((resolve) => (answer = resolve)) })
    typeInto(nameInput(), 'Kitchen, Friday')
    await eventually(() => expect(offersSave()).toBe(true))
    press(queryAll('button[type=submit]')[0])
    await eventually(() => expect(sentTo(`POST ${path}`)).toHaveLength(1))
    openTab('Search')
    await eventually(() => expect(document.body.textContent).toContain(texts.confirm.title))
    answer(Response.json({ ...options, version: 2, title: 'Kitchen, Friday' }))
    await eventually(() => expect(queryAll('input[type=search]')).toHaveLength(1))
    await eventually(() => expect(document.body.textContent).not.toContain(texts.confirm.title))
  })
})

describe('a number outside its range (H1)', () => {
  const rules = {
    adding: true,
    approve: false,
    downVotes: true,
    explicit: true,
    songsPerPerson: 10,
    maxMinutes: null,
    noRepeat: 0,
    fallback: null,
  }
  const field = () => queryAll('input[max="200"]')[0]
  const hasError = () => textOf('[role=alert]').includes('Enter a whole number from 1 to 200.')
  const shown = () => {
    const input = field()
    return input instanceof HTMLInputElement ? input.value : null
  }
  /** Types 500 digit by digit. The values 5 and 50 are in the allowed range, and 500 is above it. */
  async function typeTooMuch(): Promise<void> {
    await openOptions({}, { ...options, ...rules })
    await eventually(() => expect(shown()).toBe('10'))
    for (const text of ['5', '50', '500']) typeInto(field(), text)
    await eventually(() => expect(offersSave()).toBe(true))
  }

  it('H1 Discard shows the stored number again, without an error', async () => {
    await typeTooMuch()
    field()?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await eventually(() => expect(hasError()).toBe(true))
    byName(texts.save.discard).click()
    await eventually(() => expect(offersSave()).toBe(false))
    expect([shown(), hasError()]).toEqual(['10', false])
  })

  it('H1 Discard also resets a number that was not allowed from the first digit', async () => {
    await openOptions({}, { ...options, ...rules })
    await eventually(() => expect(shown()).toBe('10'))
    typeInto(field(), '500')
    field()?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await eventually(() => expect(hasError()).toBe(true))
    typeInto(nameInput(), 'Kitchen, Friday')
    await eventually(() => expect(offersSave()).toBe(true))
    byName(texts.save.discard).click()
    await eventually(() => expect(offersSave()).toBe(false))
    expect([shown(), hasError()]).toEqual(['10', false])
  })

  it('H1 is kept when the layout changes, and can be discarded there', async () => {
    const { innerWidth } = window
    const resizeTo = (width: number) => {
      Object.assign(window, { innerWidth: width })
      dispatchEvent(new Event('resize'))
    }
    onTestFinished(() => resizeTo(innerWidth))
    await openOptions({}, { ...options, ...rules })
    await eventually(() => expect(shown()).toBe('10'))
    typeInto(field(), '500')
    await eventually(() => expect(offersSave()).toBe(true))
    const onDesktop = field()
    resizeTo(390)
    await eventually(() => expect(currentPath()).toBe(`/app/${SSID}`))
    await eventually(() => expect(onDesktop?.isConnected).toBe(false))
    await eventually(() => expect([shown(), offersSave()]).toEqual(['500', true]))
    byName(texts.save.discard).click()
    await eventually(() => expect(offersSave()).toBe(false))
    expect(shown()).toBe('10')
    resizeTo(innerWidth)
    await eventually(() => expect(currentPath()).toBe(`/main/${SSID}`))
    await eventually(() => expect(shown()).not.toBe('500'))
  })

  it('H1 Save leads to the field, which shows only the error of the app', async () => {
    await typeTooMuch()
    const reported: boolean[] = []
    const noteReport = (event: Event) => reported.push(!event.defaultPrevented)
    field()?.addEventListener('invalid', (event) => queueMicrotask(() => noteReport(event)))
    press(queryAll('button[type=submit]')[0])
    await eventually(() => expect(document.activeElement).toBe(field()))
    await eventually(() => expect(hasError()).toBe(true))
    expect([reported, sentTo(`POST ${path}`)]).toEqual([[false], []])
  })

  it('H1 is not saved by the question before another tab opens, which shows the field', async () => {
    await typeTooMuch()
    // `reportValidity` moves the focus to the field in a browser, but not in happy-dom. So the test checks the call.
    const report = vi.spyOn(HTMLFormElement.prototype, 'reportValidity')
    openTab('Search')
    await eventually(() => expect(document.body.textContent).toContain(texts.confirm.title))
    pressInDialog(texts.confirm.save)
    await eventually(() => expect(document.body.textContent).not.toContain(texts.confirm.title))
    await eventually(() => expect(report).toHaveBeenCalledOnce())
    expect([shown(), sentTo(`POST ${path}`)]).toEqual(['500', []])
  })
})
