import type { TimelineEntry } from '@jointly/contract'
import { expect, it } from 'vitest'
import { SSID } from '../../../features/session/model/testing.ts'
import { insideTexts } from '../../inside-texts.ts'
import { texts } from '../../texts.ts'
import { byName, eventually, open, queryAll, setAnswers, withApp } from '../app-testing.tsx'
import { loggedIn, openSession, openTab, song, startInSession } from '../inside-testing.ts'
import { byArtist, searchOne, titles } from '../session/search-testing.ts'

withApp(startInSession)

const away = Response.json({ error: { code: 'database-away', message: '' } }, { status: 503 })

/** Presses “Try again” with the keyboard and waits until the note has disappeared. The call does not end. */
async function retry(call: string) {
  const answer = Promise.withResolvers<unknown>()
  setAnswers({ [call]: answer.promise })
  const button = byName(texts.state.retry)
  button.focus()
  button.click()
  await eventually(() => expect(button.isConnected).toBe(false))
  return answer
}

it.each([
  ['/main/friends', 'GET /api/friends/'],
  ['/main/settings/logins', 'GET /api/logins/'],
  // The home list is beside the screen.
  ['/main', 'GET /api/invites/'],
])('D14 E3 after Try again on %s the heading has the focus, also if it fails again', async (path, call) => {
  loggedIn({ [call]: away })
  await open(path)
  const heading = () => queryAll('main h1')[0]
  await eventually(() => expect(document.activeElement).toBe(heading()))
  await eventually(() => byName(texts.state.retry))
  const answer = await retry(call)
  expect(document.activeElement).toBe(heading())
  answer.resolve(away)
  await eventually(() => byName(texts.state.retry))
  expect(document.activeElement).toBe(heading())
})

it('D14 E3 after Try again for older entries of the timeline, the focus stays at their end', async () => {
  const entries = Array.from(
    { length: 20 },
    (_, index): TimelineEntry => ({
      ...{ id: `visit-${index}`, ssid: SSID, title: 'Party', description: '', startTime: 1_000 - index },
      ...{ songs: [song('a')], songCount: 1 },
    }),
  )
  const older = 'GET /api/timeline?before=981'
  loggedIn({ 'GET /api/timeline': entries, [older]: away })
  await open('/main/timeline')
  await eventually(() => expect(document.activeElement).toBe(queryAll('main h1')[0]))
  await eventually(() => byName(insideTexts.timeline.older).click())
  await eventually(() => byName(texts.state.retry))
  await retry(older)
  expect(document.activeElement?.textContent).toBe(insideTexts.timeline.older)
})

it('D14 E3 after Try again in the library, the open tab has the focus', async () => {
  const call = 'GET /api/playlists/'
  await openSession({}, { [call]: away })
  openTab('Library')
  await eventually(() => byName(texts.state.retry))
  await retry(call)
  expect(document.activeElement).toBe(queryAll('[role=tabpanel]')[0])
})

it('D14 E3 Q6 after Try again on the page of an artist, Escape closes only this page', async () => {
  await searchOne()
  setAnswers({ [byArtist]: away })
  byName(insideTexts.session.search.pages.openArtist.replace('{{name}}', 'Nova')).click()
  await eventually(() => byName(texts.state.retry))
  await retry(byArtist)
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await eventually(() => expect(titles()).toEqual(['Song one', 'Song two']))
})
