import { expect, it } from 'vitest'
import { aSession } from '../../../features/session/model/testing.ts'
import { insideTexts } from '../../inside-texts.ts'
import { eventually, press, queryAll, textOf, withApp } from '../app-testing.tsx'
import { openSession, song, startInSession, voteFor } from '../inside-testing.ts'

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
