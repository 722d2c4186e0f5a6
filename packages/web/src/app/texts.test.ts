import { errorStatus } from '@jointly/contract'
import { providerFailures } from '@jointly/domain'
import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorText, fieldTexts, type FailedAnswer } from '../shared/api/error-text.ts'
import { startTexts } from '../shared/i18n/i18n.ts'
import { stageTexts } from '../features/stage/texts.ts'
import { insideTexts } from './inside-texts.ts'
import { translations } from './languages/load-translations.ts'
import { texts } from './texts.ts'

const refused = (error: FailedAnswer['error'], retryAfterSec: number | null = null): FailedAnswer => ({
  ok: false,
  status: 400,
  retryAfterSec,
  error,
})

const textFor = (...args: Parameters<typeof refused>) => errorText(i18next.t, refused(...args))

beforeAll(() => startTexts(texts))

describe('the words of a failure', () => {
  it('E1 every error code of the contract has a text of its own', () => {
    const words: Record<string, string> = texts.error
    for (const code of Object.keys(errorStatus)) expect(words[code]?.length, code).toBeGreaterThan(10)
  })

  it('L13 every failure of the streaming service has words of its own, whatever its code', () => {
    const shown = providerFailures.map((reason) => textFor({ code: 'provider-refused', message: '', reason }))
    expect(new Set(shown).size).toBe(providerFailures.length)
    const others = shown.filter((_, index) => providerFailures[index] !== 'app-refused')
    for (const text of others) expect(text).not.toContain('client id')
    expect(textFor({ code: 'provider-refused', message: '', reason: 'premium' })).toContain('Premium')
  })

  it('L13 a temporary failure says when to try again', () => {
    const away = { code: 'provider-away', message: '', reason: 'away' } as const
    expect(textFor(away, 5)).toContain('in a moment')
    expect(textFor({ code: 'provider-limit', message: '', reason: 'quota' }, 840)).toContain('14 minutes')
    expect(textFor({ code: 'not-found', message: '', reason: 'gone' })).not.toContain('Try again')
  })

  it('E3 distinguishes a lost network, an aborted call, a timeout and an unreadable answer', () => {
    const codes = ['network', 'aborted', 'timeout', 'unreadable'] as const
    expect(new Set(codes.map((code) => textFor({ code, message: '' }))).size).toBe(4)
  })

  it('A4 says how long to wait after too many attempts', () => {
    expect(textFor({ code: 'rate-limited', message: '' }, 1)).toBe(
      'Too many attempts. Try again in 1 second.',
    )
    expect(textFor({ code: 'rate-limited', message: '' }, 30)).toContain('30 seconds')
    expect(textFor({ code: 'rate-limited', message: '' }, 600)).toContain('10 minutes')
    expect(textFor({ code: 'rate-limited', message: '' })).toContain('Wait a moment')
  })

  it('E1 shows the number of an unknown failure, so that it can be found in the log', () => {
    expect(textFor({ code: 'internal', message: '', requestId: 'r-42' })).toContain('r-42')
  })

  it('E1 has a text for each bad input by its last name, also for unknown reasons', () => {
    const fields = { 'data.username': 'taken', password: 'something-new' }
    expect(fieldTexts(i18next.t, refused({ code: 'invalid', message: '', fields }))).toEqual({
      username: texts.field.taken,
      password: texts.field.invalid,
    })
  })
})

type Texts = { readonly [key: string]: string | Texts }
const leavesOf = (part: Texts, path = ''): [string, string][] =>
  Object.entries(part).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : leavesOf(value, `${path}${key}.`),
  )

it('T1 no text says that the person heard the songs of the timeline, because their sound may have been off', async () => {
  const { de, es } = translations
  const all = [insideTexts, texts, await de.inside(), await de.first(), await es.inside(), await es.first()]
  const timeline = all.flatMap((part) =>
    leavesOf(part as Texts).filter(([path]) =>
      /(?:^|\.)(?:timeline\.(?:text|intro)|history\.nothing)$/.test(path),
    ),
  )
  expect(timeline.length).toBeGreaterThan(9)
  for (const [path, text] of timeline) expect(text, path).not.toMatch(/listen|heard|hört|escuch/)
})

describe('the texts (spec section 1)', () => {
  const sources = import.meta.glob<string>(
    [
      '../**/*.ts',
      '../**/*.tsx',
      '!../**/texts.ts',
      '!./languages/**',
      '!../**/*.test.*',
      '!../**/*testing.*',
    ],
    { query: '?raw', import: 'default', eager: true },
  )
  const code = Object.values(sources).join('\n')
  const open = [...code.matchAll(/`([a-z][\w.-]*\.)\$\{/g)].map(([, prefix = '']) => prefix)

  it('has no text that no code uses', () => {
    const keys = leavesOf({ ...texts, ...insideTexts }).map(([key]) =>
      key.replace(/_(?:zero|one|other)$/, ''),
    )
    // The keys of the demo songs' titles are not searched, because the code builds these keys.
    const unread = keys.filter(
      (key) =>
        !code.includes(`'${key}'`) &&
        !open.some((prefix) => key.startsWith(prefix)) &&
        !key.startsWith('website.demo.songs.'),
    )
    expect(unread).toEqual([])
  })
})

describe.each(Object.entries(translations))('W1 the texts in %s', (_, parts) => {
  /** Buttons whose name has more words than the visible text. */
  const named = [
    ['logins.end', 'logins.endDevice'],
    ['session.chat.unmute', 'session.chat.unmuteNamed'],
    ['people.profile.lift', 'people.profile.liftOf'],
    ['session.options.banned.pickShort', 'session.options.banned.pick'],
  ] as const

  it('D12 the name of a button contains its visible text', async () => {
    const all = new Map(leavesOf((await parts.inside()) as Texts))
    for (const [visible, name] of named)
      expect(all.get(name)?.toLowerCase(), name).toContain(all.get(visible)?.toLowerCase())
  })

  const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted()

  it('W1 every text has a translation with the same values in it', async () => {
    const english = new Map(leavesOf({ ...texts, ...insideTexts, ...stageTexts }))
    const translated = { ...(await parts.first()), ...(await parts.inside()), ...(await parts.stage()) }
    const others = new Map(leavesOf(translated as Texts))
    expect([...others.keys()].toSorted()).toEqual([...english.keys()].toSorted())
    for (const [key, text] of english)
      expect(placeholders(others.get(key) ?? ''), key).toEqual(placeholders(text))
  })
})
