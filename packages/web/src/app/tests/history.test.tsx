import type { History, SavedPlaylist } from '@jointly/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SSID } from '../../features/session/model/testing.ts'
import { historyName } from '../../shared/history/history-name.ts'
import { insideTexts } from '../inside-texts.ts'
import { byName, eventually, open, pageText, sentTo, setAnswers, typeInto, withApp } from './app-testing.tsx'
import { account, loggedIn, openSession, openTab, provider, song, startInSession } from './inside-testing.ts'

const words = insideTexts.history
/** Noon on 2 November in the local time zone, so that the app shows this date in each time zone. */
const START_MS = new Date(2026, 10, 2, 12).getTime()
const VISIT = `${SSID}-${START_MS}`
const history: History = {
  title: 'Summer party',
  songs: 150,
  playable: 149,
  from: START_MS,
  to: START_MS + 1_000,
  playlist: null,
}
const saved = (parts: Partial<SavedPlaylist>): SavedPlaylist => ({
  name: 'My evening',
  url: null,
  saved: 100,
  remaining: 49,
  skipped: 1,
  ...parts,
})
const SUMMARY = `GET /api/timeline/${VISIT}`
const SAVE = `POST /api/timeline/${VISIT}/playlist`

/** Returns the open dialog. It is not inside the root element of the app. */
const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
const dialogText = () => dialog()?.textContent ?? ''
const button = (name: string) =>
  [...(dialog()?.querySelectorAll<HTMLElement>('button, a') ?? [])].find(
    (one) => one.textContent?.trim() === name || one.getAttribute('aria-label') === name,
  )
const press = (name: string) => {
  const found = button(name)
  if (!found) throw new Error(`no button ${name} in: ${dialogText()}`)
  found.click()
}

/** Opens the dialog for a visit of the timeline. */
async function openDialog(more: Record<string, unknown> = {}): Promise<void> {
  const entry = { id: VISIT, ssid: SSID, title: 'Summer party', description: '', startTime: START_MS }
  loggedIn({
    'GET /api/timeline': [{ ...entry, songs: [song('a')], songCount: 1 }],
    'GET /api/accounts/': [account],
    'GET /api/provider': provider,
    [SUMMARY]: history,
    ...more,
  })
  await open('/main/timeline')
  await eventually(() => expect(pageText()).toContain(words.open))
  byName(words.open).click()
  await eventually(() => expect(dialogText()).toContain('150 songs · 2 November 2026'))
}

withApp(startInSession)

describe('saving what played', () => {
  afterEach(() => press('Close'))

  it('T3 saves under the name that the person chose, shows the progress until all is saved, and counts all songs', async () => {
    const first = Promise.withResolvers<SavedPlaylist>()
    await openDialog({ [SAVE]: first.promise })
    const input = dialog()?.querySelector('input') ?? undefined
    expect(input?.value).toBe(historyName(history))
    typeInto(input, 'My evening')
    press(words.save)
    await eventually(() => expect(button(words.save)?.getAttribute('aria-busy')).toBe('true'))
    const second = Promise.withResolvers<SavedPlaylist>()
    setAnswers({ [SAVE]: second.promise })
    first.resolve(saved({}))
    await eventually(() => expect(dialogText()).toContain('100 of 149 songs saved'))
    expect(dialog()?.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('67')
    // One more song began while the dialog was open, so the dialog now counts 151 songs.
    second.resolve(saved({ saved: 150, remaining: 0, url: 'https://open.example.org/playlist/p' }))
    await eventually(() =>
      expect(dialogText()).toContain('150 songs are in your private playlist “My evening”.'),
    )
    expect(dialogText()).toContain('151 songs · 2 November 2026')
    expect(dialogText()).toContain('1 song is left out')
    expect(button('Open on Provider')?.getAttribute('href')).toBe('https://open.example.org/playlist/p')
    expect(sentTo(SAVE)).toHaveLength(2)
    expect(sentTo(SAVE)[0]).toMatchObject({ name: 'My evening' })
  })

  it('D14 T3 screen readers read how many songs are saved, also the first number', async () => {
    const first = Promise.withResolvers<SavedPlaylist>()
    await openDialog({ [SAVE]: first.promise })
    const status = dialog()?.querySelector('[role=status]')
    expect(status?.textContent).toBe('')
    press(words.save)
    await eventually(() => expect(sentTo(SAVE)).toHaveLength(1))
    const rest = Promise.withResolvers<SavedPlaylist>()
    setAnswers({ [SAVE]: rest.promise })
    first.resolve(saved({}))
    await eventually(() => expect(status?.textContent).toContain('100 of 149 songs saved'))
    rest.resolve(saved({ saved: 149, remaining: 0 }))
    await eventually(() => expect(status?.textContent).toContain('149 songs are in'))
  })

  it('T4 shows what is saved after a failure, and continues', async () => {
    const error = { code: 'provider-limit', message: '', reason: 'rate' }
    await openDialog({ [SAVE]: Response.json({ error }, { status: 503, headers: { 'retry-after': '60' } }) })
    setAnswers({ [SUMMARY]: { ...history, playlist: saved({}) } })
    press(words.save)
    await eventually(() => expect(dialogText()).toContain('Try again in 60 seconds.'))
    await eventually(() => expect(dialogText()).toContain('100 of 149 songs saved'))
    expect(dialogText()).toContain(words.partly)
    setAnswers({ [SAVE]: saved({ saved: 149, remaining: 0 }) })
    press(words.continue)
    await eventually(() => expect(dialogText()).toContain('149 songs are in'))
    expect(dialogText()).not.toContain(words.partly)
  })

  it('T5 leads to the accounts if the permission is missing, or if there is no account', async () => {
    const error = { code: 'reconnect', message: '', reason: 'permission' }
    await openDialog({ [SAVE]: Response.json({ error }, { status: 409 }) })
    press(words.save)
    await eventually(() => expect(dialogText()).toContain('A permission is missing.'))
    expect(button(words.accounts)?.getAttribute('href')).toContain('/accounts')
    press('Close')
    await openDialog({ 'GET /api/accounts/': [] })
    await eventually(() => expect(dialogText()).toContain(words.noAccount))
    expect(button(words.save)).toBeUndefined()
  })

  it.each([
    ['the built-in service', true, words.makeRoomBuiltIn],
    ['another service', false, 'Delete a playlist on Provider and try again.'],
  ])('T5 if the account has no room on %s, says what makes room', async (_service, directLink, text) => {
    const error = { code: 'provider-refused', message: '', reason: 'full' }
    await openDialog({
      'GET /api/provider': { ...provider, directLink },
      [SAVE]: Response.json({ error }, { status: 409 }),
    })
    press(words.save)
    await eventually(() => expect(dialogText()).toContain('Your streaming account has no room for more.'))
    expect(dialogText()).toContain(text)
  })

  it('T5 if the built-in account has no room, does not say that what is saved stays', async () => {
    const error = { code: 'provider-refused', message: '', reason: 'full' }
    await openDialog({
      [SUMMARY]: { ...history, playlist: saved({}) },
      [SAVE]: Response.json({ error }, { status: 409 }),
    })
    press(words.continue)
    await eventually(() => expect(dialogText()).toContain(words.makeRoomBuiltIn))
    expect(dialogText()).not.toContain(words.partly)
    expect(button(words.accounts)?.getAttribute('href')).toContain('/accounts')
  })

  it('T6 downloads the files', async () => {
    const files: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      files.push(this.download)
    })
    const text = new Response('songs')
    await openDialog({
      [`GET /api/timeline/${VISIT}/songs.m3u`]: text,
      [`GET /api/timeline/${VISIT}/songs.csv`]: text,
      [SUMMARY]: { ...history, title: 'A/B: <party>?' },
    })
    press(words.m3u)
    press(words.csv)
    const name = 'A B party · 2 November 2026'
    await eventually(() => expect(files.sort()).toEqual([`${name}.csv`, `${name}.m3u`]))
    vi.restoreAllMocks()
  })
})

it('T3 the social tab saves all visits to the session', async () => {
  await openSession({}, { [`GET /api/timeline/${SSID}`]: { ...history, songs: 7, title: 'Kitchen' } })
  openTab('Social')
  await eventually(() => expect(pageText()).toContain(words.open))
  byName(words.open).click()
  await eventually(() => expect(dialogText()).toContain('7 songs'))
  press('Close')
})
