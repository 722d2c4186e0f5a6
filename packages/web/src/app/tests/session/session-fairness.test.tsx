import type { Vote, SongPlace } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { SSID } from '../../../features/session/model/testing.ts'
import { queryAll, press, eventually, textOf, withApp, pageText } from '../app-testing.tsx'
import { ANN, BEN, openSession, openTab, song, startInSession, voteFor } from '../inside-testing.ts'

const listed = (id: string, why: Partial<SongPlace>): Vote => {
  const vote = voteFor(song(id), 1, 0)
  return { ...vote, why: { ...vote.why, ...why } }
}

const rowOf = (title: string) =>
  queryAll('li[data-flip]').find((each) => each.querySelector('p')?.textContent === title)
const whyOf = (title: string) => rowOf(title)?.querySelector('button[aria-expanded]') ?? undefined

/** Returns the texts in a song's row that say what would change the position of the song. */
async function changesOf(title: string): Promise<string[]> {
  press(whyOf(title))
  const shownTexts = () =>
    [...(rowOf(title)?.querySelectorAll('ul li') ?? [])].map((each) => each.textContent ?? '')
  await eventually(() => expect(shownTexts()).not.toEqual([]))
  return shownTexts()
}

withApp(startInSession)

describe('the texts of a listed song', () => {
  it('V8 a press shows what would change its place, and another press hides it', async () => {
    await openSession({
      votes: [
        listed('one', { by: BEN, change: { mostBefore: 2 } }),
        listed('two', {
          place: 2,
          by: ANN,
          change: { rise: { votes: 1, place: 1 }, turn: true, mostBefore: 1 },
        }),
      ],
      voteCount: 2,
    })
    expect(await changesOf('Song two')).toEqual([
      '1 more up-vote moves it above “Song one”.',
      'It moves above “Song one” after ben’s next song.',
      'At most 1 song can play before it, however others vote.',
      'Drops out if it loses 1 vote.',
    ])
    expect(whyOf('Song two')?.getAttribute('aria-controls')).toBe(rowOf('Song two')?.querySelector('ul')?.id)
    press(whyOf('Song two'))
    await eventually(() => expect(rowOf('Song two')?.querySelector('ul')).toBeNull())
  })

  it('V8 the song that plays next does not show how many songs play before it', async () => {
    await openSession({
      votes: [
        listed('one', { playsAt: 1000, change: { mostBefore: 6 } }),
        listed('two', { place: 2, playsAt: 2000, change: { mostBefore: 7 } }),
      ],
      voteCount: 2,
    })
    expect(await changesOf('Song one')).toEqual(['Drops out if it loses 1 vote.'])
    expect(await changesOf('Song two')).toContain('At most 7 songs can play before it, however others vote.')
  })

  it('V4 the number of times that newer songs passed a song has the right plural', async () => {
    await openSession({
      votes: [listed('one', { overtaken: 1, bound: 2 }), listed('two', { place: 2, overtaken: 3, bound: 4 })],
      voteCount: 2,
    })
    expect(await changesOf('Song one')).toContain('A newer song passed it 1 time. The limit is 2.')
    expect(await changesOf('Song two')).toContain('Newer songs passed it 3 times. The limit is 4.')
  })

  it('V5 F3 a song that cannot play says what would change that', async () => {
    await openSession({
      votes: [
        listed('refused', { rule: 'refused' }),
        listed('disliked', { rule: 'negative', change: { play: 3 } }),
      ],
      voteCount: 2,
    })
    expect(await changesOf('Song refused')).toEqual([
      'It can play when the rules of this session allow it. Its votes stay.',
    ])
    expect((await changesOf('Song disliked'))[0]).toBe('Needs 3 more up-votes to play.')
  })

  it('V8 if a song below is expected first, both songs show that and why', async () => {
    await openSession({
      votes: [
        listed('one', { playsAt: 1000, by: ANN }),
        listed('two', { playsAt: 900_000, by: ANN }),
        listed('three', { playsAt: 500_000, by: BEN }),
      ],
      voteCount: 3,
    })
    expect(whyOf('Song two')?.textContent).toContain('Others get a turn before it')
    expect(whyOf('Song two')?.textContent).not.toContain('More votes')
    expect(await changesOf('Song two')).toContain(
      '“Song three” will probably play before it, because it is ben’s turn then.',
    )
    expect(await changesOf('Song three')).toContain(
      'It will probably play before “Song two”, which is above it now.',
    )
  })

  it('D2 the rest of a long list is shown on demand', async () => {
    await openSession(
      { votes: [listed('one', {})], voteCount: 2 },
      {
        [`GET /api/session/${SSID}/votes?from=1`]: {
          votes: [listed('two', { place: 2 })],
          voteCount: 2,
          voters: [],
        },
      },
    )
    expect(pageText()).toContain('1 of 2 songs')
    press(queryAll('button').find((each) => each.textContent?.includes('Show more')))
    await eventually(() => expect(pageText()).toContain('Song two'))
    expect(pageText()).toContain('2 of 2 songs')
    expect(pageText()).not.toContain('Show more')
  })
})

describe('a long list that changes', () => {
  it('D2 a song that moved into the rest of the list is shown once, at its current place', async () => {
    const part = (...votes: Vote[]) => ({ votes, voteCount: 4, voters: [] })
    await openSession(
      { votes: [listed('one', {})], voteCount: 4 },
      {
        [`GET /api/session/${SSID}/votes?from=1`]: part(
          listed('two', { place: 2 }),
          listed('three', { place: 3 }),
        ),
        [`GET /api/session/${SSID}/votes?from=3`]: part(listed('two', { place: 4 })),
      },
    )
    const showMore = () => press(queryAll('button').find((each) => each.textContent?.includes('Show more')))
    showMore()
    await eventually(() => expect(pageText()).toContain('3 of 4 songs'))
    showMore()
    const titles = () => queryAll('li').flatMap((row) => row.querySelector('p')?.textContent ?? [])
    await eventually(() => expect(titles().at(-1)).toBe('Song two'))
    expect(titles()).toEqual(['Song one', 'Song three', 'Song two'])
  })
})

describe('the turns of random mode', () => {
  const share = (user: typeof ANN, songs: number, picked: number, voted: number, next: boolean) => ({
    ...{ user, songs, picked, voted, next },
  })
  const CLEO = { id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a03', username: 'cleo', picked: 0, voted: 0 }
  const DAN = { id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a04', username: 'dan', picked: 0, voted: 1 }
  const matcher = {
    listeners: [share(BEN, 12, 1, 0, true), share(ANN, 40, 2, 1, false)],
    listenerCount: 3,
    without: [DAN, CLEO],
    withoutCount: 3,
    picked: 3,
    voted: 2,
  }
  const openShares = async (answer: unknown) => {
    await openSession({}, { [`GET /api/session/${SSID}/matcher`]: answer })
    openTab('Social')
  }

  it('P2 the social tab shows who brought songs, whose songs played, whose turn is next, and that votes come first', async () => {
    await openShares(matcher)
    await eventually(() => expect(textOf('ol li')).toHaveLength(3))
    const [ben, ann, dan] = textOf('ol li')
    expect(ben).toContain('1 of the last 5 songs: 1 at random, 0 by votes.')
    expect(ben).toContain('Next turn')
    expect(ann).toContain('3 of the last 5 songs: 2 at random, 1 by votes.')
    expect(ann).not.toContain('Next turn')
    expect(dan).toContain('1 of the last 5 songs: 0 at random, 1 by votes.')
    expect(dan).toContain('no playlists')
    expect(pageText()).toContain('Votes come first.')
    expect(pageText()).toContain('and 1 more person with songs')
    expect(pageText()).toContain('Without playlists: cleo and 1 more person')
  })

  it('P2 a bar shows the share of all played songs, and the text says when there is none', async () => {
    const widths = (row: number) =>
      [...(queryAll('ol li')[row]?.querySelectorAll('[style]') ?? [])].map((part) =>
        part.getAttribute('style'),
      )
    await openShares({
      ...matcher,
      without: [CLEO],
      listeners: [share(BEN, 12, 1, 0, true), share(ANN, 40, 0, 1, false)],
      picked: 1,
      voted: 1,
    })
    await eventually(() => expect(textOf('ol li')).toHaveLength(2))
    expect(widths(0).join()).toContain('50%')
    expect(widths(1).join()).toContain('50%')
    await openShares({
      ...matcher,
      without: [CLEO],
      listeners: [share(BEN, 12, 0, 0, true), share(ANN, 40, 0, 3, false)],
      picked: 0,
      voted: 3,
    })
    await eventually(() => expect(textOf('ol li')[0]).toContain('none of the last 3 songs'))
    await openShares({
      ...matcher,
      without: [CLEO],
      listeners: [share(BEN, 12, 0, 0, true), share(ANN, 40, 0, 1, false)],
      picked: 0,
      voted: 1,
    })
    await eventually(() => expect(textOf('ol li')[0]).toContain('none played yet'))
    expect(textOf('ol li')[1]).toContain('the one song that played')
  })

  it('P2 D10 when several people waited equally long, both tabs say that each may be next', async () => {
    await openShares({
      ...matcher,
      without: [CLEO],
      listeners: [share(BEN, 12, 1, 0, true), share(ANN, 40, 1, 0, true)],
    })
    await eventually(() => expect(textOf('ol li')).toHaveLength(2))
    for (const row of textOf('ol li')) expect(row).toContain('Maybe next')
    openTab('Options')
    await eventually(() => expect(textOf('form ol li')).toHaveLength(2))
    for (const row of textOf('form ol li')) expect(row).toContain('Maybe next')
    expect(textOf('form ol li')[0]).toContain('12 songs')
    expect(pageText()).toContain('The person who waited longest is next')
  })

  it('D10 P2 the options name the people who have no playlists', async () => {
    await openShares(matcher)
    openTab('Options')
    await eventually(() => expect(pageText()).toContain('Without playlists: dan, cleo and 1 more person'))
  })

  it('P2 shows the songs of voters also if nobody has playlists', async () => {
    await openShares({ ...matcher, listeners: [], listenerCount: 0, picked: 0, voted: 1 })
    await eventually(() => expect(textOf('ol li')).toHaveLength(1))
    expect(textOf('ol li')[0]).toContain('the one song that played')
    expect(pageText()).toContain('Nobody here has loaded playlists')
  })

  it('P2 shows when nobody brought songs, and when the list could not be fetched', async () => {
    await openShares({ ...matcher, listeners: [], listenerCount: 0, picked: 0, voted: 0 })
    await eventually(() => expect(pageText()).toContain('Nobody here has loaded playlists'))
    await openShares(undefined)
    await eventually(() => expect(textOf('section [role=alert]')).toHaveLength(1))
  })
})
