import { expect, it } from 'vitest'
import { aSession, SSID } from '../../../features/session/model/testing.ts'
import { insideTexts } from '../../inside-texts.ts'
import { byName, eventually, queryAll, typeInto, withApp } from '../app-testing.tsx'
import { openSession, openTab, song, startInSession, voteFor } from '../inside-testing.ts'

withApp(startInSession)

it('V2 the add button shows a thumb only for a song that this person voted for', async () => {
  const found = { data: [song('one'), song('two')] }
  await openSession(
    {
      ...{ votes: [voteFor(song('one'), 1, 0), voteFor(song('two'), 1, 0)], voteCount: 2 },
      you: { ...aSession().you, votes: { two: 'up' } },
    },
    { [`GET /api/song?query=one&ssid=${SSID}`]: found },
  )
  openTab('Search')
  await eventually(() => expect(queryAll('input[type=search]')).toHaveLength(1))
  typeInto(queryAll('input[type=search]')[0], 'one')
  const iconOf = (label: string) => byName(label).querySelector('svg')?.getAttribute('class')
  const { listed, added } = insideTexts.session.song
  await eventually(() => expect(iconOf(listed.replace('{{title}}', 'Song one'))).toContain('lucide-plus'))
  expect(iconOf(added.replace('{{title}}', 'Song two'))).toContain('lucide-thumbs-up')
})
