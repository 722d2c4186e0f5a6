import { expect, it, onTestFinished, vi } from 'vitest'
import { aSession, SSID, settled } from '../../../features/session/model/testing.ts'
import { apiTexts } from '../../../shared/api/texts.ts'
import { insideTexts } from '../../inside-texts.ts'
import { useStore } from '../../../shared/store/store.ts'
import {
  byName,
  eventually,
  fakeRequestTimeouts,
  net,
  press,
  queryAll,
  sentTo,
  setAnswers,
  textOf,
  typeInto,
  withApp,
} from '../app-testing.tsx'
import { openSession, openTab, song, startInSession, voteFor } from '../inside-testing.ts'

withApp(startInSession)

it('E3 V1 a vote that could not be taken back is not called a vote that was not counted', async () => {
  const you = { ...aSession().you, votes: { one: 'up' as const } }
  await openSession({ votes: [voteFor(song('one'), 3, 1)], you })
  const thumb = () => queryAll('li button[aria-pressed]')[0]
  expect(thumb()?.getAttribute('aria-pressed')).toBe('true')
  press(thumb())
  await eventually(() => expect(textOf('li [role=alert]')).toHaveLength(1))
  const { failed, takeBackFailed } = insideTexts.session.votes
  expect(textOf('li [role=alert]').join()).toContain(takeBackFailed.replace('{{reason}}', ''))
  expect(textOf('li [role=alert]').join()).not.toContain(failed.replace('{{reason}}', ''))
  expect(thumb()?.getAttribute('aria-pressed')).toBe('true')
})

it('E3 V1 after a failed take-back the search still shows the vote and offers to take it back', async () => {
  const you = { ...aSession().you, votes: { one: 'up' as const } }
  const answers = { [`GET /api/song?query=one&ssid=${SSID}`]: { data: [song('one')] } }
  await openSession({ votes: [voteFor(song('one'), 3, 1)], you }, answers)
  openTab('Search')
  await eventually(() => expect(queryAll('input[type=search]')).toHaveLength(1))
  typeInto(queryAll('input[type=search]')[0], 'one')
  const { song: songTexts, votes } = insideTexts.session
  const takeBack = () => byName(songTexts.added.replace('{{title}}', 'Song one'))
  await eventually(() => expect(takeBack).not.toThrow())
  takeBack().click()
  await eventually(() => expect(textOf('[role=tabpanel] [role=alert]')).toHaveLength(1))
  expect(textOf('[role=tabpanel] [role=alert]').join()).toContain(
    votes.takeBackFailed.replace('{{reason}}', ''),
  )
  takeBack().click()
  const sent = () => sentTo(`POST /api/vote/${SSID}/up`)
  const wanted = { songID: 'one', vote: 'none' }
  await eventually(() => expect(sent()).toEqual([wanted, wanted]))
})

it('E3 a vote that failed is announced once, where the person pressed, if the song is in the list and in the search', async () => {
  const answers = { [`GET /api/song?query=one&ssid=${SSID}`]: { data: [song('one')] } }
  await openSession({ votes: [voteFor(song('one'), 3, 1)] }, answers)
  openTab('Search')
  await eventually(() => expect(queryAll('input[type=search]')).toHaveLength(1))
  typeInto(queryAll('input[type=search]')[0], 'one')
  const inList = () =>
    textOf('li p').some((text) => text.includes(insideTexts.session.votes.failed.replace('{{reason}}', '')))
  const inSearch = () => byName(insideTexts.session.song.listed.replace('{{title}}', 'Song one'))
  await eventually(() => expect(inSearch).not.toThrow())
  inSearch().click()
  await eventually(() => expect(textOf('[role=tabpanel] [role=alert]')).toHaveLength(1))
  expect([textOf('[role=alert]').length, inList()]).toEqual([1, true])
  press(queryAll('li button[aria-pressed]')[0])
  await eventually(() => expect(textOf('[role=tabpanel] [role=alert]')).toHaveLength(0))
  await eventually(() => expect(textOf('[role=alert]')).toHaveLength(1))
})

it('E3 V1 a vote without an answer after 20 seconds has failed, and the next press sends it again', async () => {
  const call = `POST /api/vote/${SSID}/up`
  await openSession({ votes: [voteFor(song('one'), 3, 1)] }, { [call]: new Promise(() => {}) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  fakeRequestTimeouts()
  const thumb = () => queryAll('li button[aria-pressed]')[0]
  press(thumb())
  await eventually(() => expect(sentTo(call)).toHaveLength(1))
  vi.advanceTimersByTime(20_000)
  await eventually(() => expect(textOf('li [role=alert]').join()).toContain(apiTexts.error.timeout))
  expect(thumb()?.getAttribute('aria-pressed')).toBe('false')
  setAnswers({ [call]: { songID: 'one', score: 3, upvotes: 4, downvotes: 1, vote: 'up' } })
  press(thumb())
  await eventually(() => expect(textOf('li [role=alert]')).toEqual([]))
  await eventually(() => expect(useStore.getState().session?.you.votes).toEqual({ one: 'up' }))
  const wanted = { songID: 'one', vote: 'up' }
  expect(sentTo(call)).toEqual([wanted, wanted])
})

it('E3 V7 a vote that arrived shows no reason, although its answer was lost after the app saw the vote', async () => {
  const answer = Promise.withResolvers<never>()
  const votes = ['one', 'two'].map((id) => voteFor(song(id), 3, 1))
  await openSession({ votes }, { [`POST /api/vote/${SSID}/up`]: answer.promise })
  const thumbs = () => queryAll('li button[aria-pressed]').filter((_, index) => index % 2 === 0)
  press(thumbs()[0])
  await eventually(() => expect(sentTo(`POST /api/vote/${SSID}/up`)).toHaveLength(1))
  const you = { ...aSession().you, votes: { one: 'up' as const } }
  setAnswers({ [`GET /api/session/${SSID}`]: aSession({ votes, you }) })
  net(false)
  await settled()
  net(true)
  await eventually(() => expect(useStore.getState().session?.you.votes.one).toBe('up'))
  setAnswers({ [`GET /api/session/${SSID}`]: undefined, [`POST /api/vote/${SSID}/up`]: undefined })
  answer.reject(new TypeError('the connection was lost'))
  await answer.promise.catch(() => null)
  // The next vote is not sent. When its reason is there, the reason of the first vote would be there too.
  press(thumbs()[1])
  await eventually(() => expect(textOf('li [role=alert]')).not.toEqual([]))
  const failed = queryAll('li:has([role=alert])').map((row) => row.textContent)
  expect(failed).toEqual([expect.stringContaining('Song two')])
  expect(thumbs()[0]?.getAttribute('aria-pressed')).toBe('true')
})
