import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { type HistoryFixture, openHistoryFixture, START_MS } from '../../testing/history-fixture.ts'
import { granted, type Person } from '../../testing/test-server.ts'

const HOSTILE = '=HYPERLINK("https://evil.example";"x")'

describe('what played as a file', () => {
  let fixture: HistoryFixture
  let person: Person
  let visit: string
  beforeAll(async () => {
    fixture = await openHistoryFixture(databases[0])
    const host = await fixture.addHost()
    person = host.person
    const titles = ['Nine Bridges', HOSTILE, 'Line\none\u202E', ' ＝1+1', 'Café "Ünï", 雨']
    await fixture.server.db
      .insertInto('songs')
      .values(
        titles.map((title, index) => ({
          id: `s${index}`,
          title,
          artists: JSON.stringify([
            { id: null, name: index === 0 ? '@cmd' : 'Ann' },
            { id: null, name: 'Ben' },
          ]),
          cover: null,
          duration_ms: 180_400,
          service: 'spotify',
          src: `spotify:track:s${index}`,
          link: index === 0 ? 'https://open.example.org/track/s0' : null,
          explicit: 0,
          fetched_at: START_MS,
        })),
      )
      .execute()
    visit = await fixture.addVisit(person, host.ssid, ['s0', 's1', 's2', 's3', 's4', 's0'])
  })
  afterAll(() => fixture.server.close())

  const file = (name: string, who = person) =>
    fixture.server.raw('GET', `/api/timeline/${visit}/${name}`, {
      headers: { authorization: `Bearer ${who.token}` },
    })

  it('T6 an M3U file has every song in order with artist, title and length', async () => {
    const { status, headers, text } = await file('songs.m3u')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('audio/x-mpegurl; charset=utf-8')
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Summer%20party.m3u")
    expect(text.split('\n')).toEqual([
      '#EXTM3U',
      '#EXTENC:UTF-8',
      '#PLAYLIST:Summer party',
      '#EXTINF:180,@cmd, Ben - Nine Bridges',
      'https://open.example.org/track/s0',
      `#EXTINF:180,Ann, Ben - ${HOSTILE}`,
      'spotify:track:s1',
      '#EXTINF:180,Ann, Ben - Line one',
      'spotify:track:s2',
      '#EXTINF:180,Ann, Ben -  ＝1+1',
      'spotify:track:s3',
      '#EXTINF:180,Ann, Ben - Café "Ünï", 雨',
      'spotify:track:s4',
      '#EXTINF:180,@cmd, Ben - Nine Bridges',
      'https://open.example.org/track/s0',
      '',
    ])
  })

  it('T6 a CSV file has a heading, quotes every cell, and contains no formula for a spreadsheet', async () => {
    const { headers } = await file('songs.csv')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(await granted(person.call('historyCsv', { params: { visit } }))).toBe(
      `${[
        '\uFEFF"Played at (UTC)","Title","Artists","Length (s)","Address"',
        `"2026-11-22 20:00:00","Nine Bridges","'@cmd, Ben","180","https://open.example.org/track/s0"`,
        `"2026-11-22 20:01:00","'=HYPERLINK(""https://evil.example"";""x"")","Ann, Ben","180","spotify:track:s1"`,
        '"2026-11-22 20:02:00","Line one","Ann, Ben","180","spotify:track:s2"',
        `"2026-11-22 20:03:00","'＝1+1","Ann, Ben","180","spotify:track:s3"`,
        '"2026-11-22 20:04:00","Café ""Ünï"", 雨","Ann, Ben","180","spotify:track:s4"',
        '"2026-11-22 20:05:00","Nine Bridges","\'@cmd, Ben","180","https://open.example.org/track/s0"',
      ].join('\r\n')}\r\n`,
    )
  })

  it('T6 nobody else gets the file, and a person gets at most 30 in ten minutes', async () => {
    const other = await fixture.server.signUp('other')
    expect((await file('songs.csv', other)).status).toBe(404)
    const answers = await Promise.all(Array.from({ length: 30 }, () => file('songs.m3u')))
    expect(answers.filter(({ status }) => status === 429).length).toBe(3)
  })
})
