import { openRules } from '@jointly/domain/testing/open-rules'
import { describe, expect, it } from 'vitest'
import { aSession, SSID } from '../../../features/session/model/testing.ts'
import { insideTexts } from '../../inside-texts.ts'
import {
  byName,
  choose,
  eventually,
  pageText,
  press,
  queryAll,
  sentTo,
  typeInto,
  withApp,
  pressInDialog,
} from '../app-testing.tsx'
import {
  openSession,
  openTab,
  playlist,
  savedOptions,
  startInSession,
  offersSave,
} from '../inside-testing.ts'

const texts = insideTexts.session.options
const path = `/api/session/${SSID}/options`
const card = () =>
  queryAll('section').find((one) => one.querySelector('h3')?.textContent?.trim() === texts.rules.title)
const bar = () => queryAll(`section[aria-label="${texts.save.label}"]`)[0]?.textContent ?? ''

withApp(startInSession)

it('D14 K2 screen readers read the threshold from its slider, and not again from the text beside it', async () => {
  await openSession({}, { [`GET ${path}`]: { ...savedOptions, ...openRules } })
  openTab('Options')
  await eventually(() => expect(queryAll('input[type=range][aria-valuetext="35%"]')).toHaveLength(1))
  expect(queryAll('output').map((each) => each.getAttribute('aria-live'))).toEqual(['off'])
})

describe('the rules of the host in the options', () => {
  it('H1 offer the rules of the host and save only the changed ones', async () => {
    await openSession({}, { [`GET ${path}`]: { version: 1, managed: false, title: 'Kitchen', ...openRules } })
    openTab('Options')
    await eventually(() => expect(card()).toBeDefined())
    const input = [...(card()?.querySelectorAll('input[type=number]') ?? [])]
    expect(input.map((each) => each instanceof HTMLInputElement && each.value)).toEqual(['200', '', '0'])
    // A number outside the range cannot be saved, but it can be discarded.
    typeInto(input[0], '201')
    await eventually(() => expect(bar()).toContain(texts.save.invalid))
    press(queryAll('button[type=submit]')[0])
    expect(sentTo(`POST ${path}`)).toEqual([])
    input[0]?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await eventually(() => expect(card()?.textContent).toContain('from 1 to 200'))
    expect(input[0] instanceof HTMLInputElement && input[0].value).toBe('201')
    expect(input[0]?.getAttribute('aria-invalid')).toBe('true')
    typeInto(input[0], '3')
    typeInto(input[1], '8')
    await eventually(() => expect(offersSave()).toBe(true))
    expect(card()?.textContent).not.toContain('from 1 to 200')
    expect(bar()).not.toContain(texts.save.invalid)
    press(card()?.querySelectorAll('label')[0])
    await eventually(() => expect(pageText()).toContain('3 changes'))
    press(queryAll('button[type=submit]')[0])
    await eventually(() => expect(sentTo(`POST ${path}`)).toHaveLength(1))
    expect(sentTo(`POST ${path}`)[0]).toEqual({
      version: 1,
      adding: false,
      songsPerPerson: 3,
      maxMinutes: 8,
    })
    // Removes the changes, because the editor would keep them for the next test.
    byName(texts.save.discard).click()
  })

  it('H1 an invalid number can be discarded, and is not lost without a question', async () => {
    await openSession({}, { [`GET ${path}`]: { version: 1, managed: false, title: 'Kitchen', ...openRules } })
    openTab('Options')
    await eventually(() => expect(card()).toBeDefined())
    const input = () => card()?.querySelector('input[type=number]') ?? undefined
    typeInto(input(), '201')
    openTab('Library')
    const dialog = () => document.querySelector('[role=alertdialog]')
    await eventually(() => expect(dialog()?.textContent).toContain(texts.confirm.title))
    pressInDialog(texts.confirm.stay)
    await eventually(() => expect(dialog()).toBeNull())
    byName(texts.save.discard).click()
    await eventually(() => expect(offersSave()).toBe(false))
    expect(input() instanceof HTMLInputElement && input()).toHaveProperty('value', '200')
  })

  it('H6 choose a loaded playlist as the fallback, and say when the chosen one is gone', async () => {
    const options = { version: 1, managed: false, title: 'Kitchen', ...openRules }
    const fallback = { id: 'old', title: 'Songs of old', state: 'gone' }
    await openSession(
      {},
      {
        [`GET ${path}`]: { ...options, fallback },
        'GET /api/playlists/': [playlist('one', true)],
      },
    )
    openTab('Options')
    await eventually(() => expect(pageText()).toContain(texts.rules.fallbackGone))
    const choice = () => card()?.querySelector('select') ?? null
    await eventually(() =>
      expect([...(choice()?.options ?? [])].map(({ text }) => text)).toEqual([
        texts.rules.noFallback,
        'Songs of old',
        'Songs of one',
      ]),
    )
    expect(choice()?.value).toBe('old')
    choose(choice(), 'one')
    await eventually(() => expect(pageText()).not.toContain(texts.rules.fallbackGone))
    press(queryAll('button[type=submit]')[0])
    await eventually(() => expect(sentTo(`POST ${path}`)).toEqual([{ version: 1, fallback: { id: 'one' } }]))
    byName(texts.save.discard).click()
  })

  it('H6 a playlist that is loaded again can be chosen again', async () => {
    const options = { version: 1, managed: false, title: 'Kitchen', ...openRules }
    const fallback = { id: 'one', title: 'Songs of one', state: 'gone' }
    const routes = {
      [`GET ${path}`]: { ...options, fallback },
      'GET /api/playlists/': [playlist('one', true)],
    }
    await openSession({}, routes)
    openTab('Options')
    const choice = () => card()?.querySelector('select') ?? null
    const names = () => [...(choice()?.options ?? [])].filter(({ hidden }) => !hidden).map(({ text }) => text)
    await eventually(() => expect(names()).toEqual([texts.rules.noFallback, 'Songs of one']))
    expect(pageText()).toContain(texts.rules.fallbackGone)
    // While no visible entry is chosen, the person can choose the playlist with one press.
    expect(choice()?.selectedOptions[0]).toMatchObject({ text: 'Songs of one', hidden: true })
    choose(choice(), 'one')
    await eventually(() => expect(pageText()).not.toContain(texts.rules.fallbackGone))
    press(queryAll('button[type=submit]')[0])
    await eventually(() => expect(sentTo(`POST ${path}`)).toEqual([{ version: 1, fallback: { id: 'one' } }]))
    byName(texts.save.discard).click()
  })

  it('H1 a person who cannot change the rules reads those that restrict something', async () => {
    const setup = { ...aSession().setup, rules: { ...openRules, adding: false, maxMinutes: 8 } }
    await openSession({ setup }, { [`GET ${path}`]: { version: 1, managed: false } })
    openTab('Options')
    await eventually(() => expect(pageText()).toContain(insideTexts.session.rule.locked))
    expect(pageText()).toContain('Songs of at most 8 minutes.')
    expect(pageText()).not.toContain(texts.rules.downVotes)
  })
})
