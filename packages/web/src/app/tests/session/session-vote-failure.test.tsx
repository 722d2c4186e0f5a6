import { expect, it } from 'vitest'
import { aSession, SSID } from '../../../features/session/model/testing.ts'
import { insideTexts } from '../../inside-texts.ts'
import { byName, eventually, press, queryAll, sentTo, textOf, typeInto, withApp } from '../app-testing.tsx'
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
