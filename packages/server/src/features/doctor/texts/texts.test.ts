import { languageCodes } from '@jointly/domain'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { checkTexts } from './check-texts.ts'
import { clockTexts } from './clock-texts.ts'
import { databaseTexts } from './database-texts.ts'
import { diskTexts } from './disk-texts.ts'
import { proxyTexts, serverTexts } from './proxy-texts.ts'
import { redisTexts } from './redis-texts.ts'
import { settingsTexts } from './settings-texts.ts'
import { listenerTexts, streamingTexts } from './streaming-texts.ts'

/** Numbers that appear in no text, as values of the texts that are functions. */
const VALUES = [7001, 7002]
/** What is the same in each language: settings, addresses, options and commands. */
const FIXED =
  /\b[A-Z]+_[A-Z_]+\b|\b[a-z]+_[a-z_]+\b|https?:\S+\w|--\w+|\b(?:openssl|chmod|chown|createdb|timedatectl) .*$/g

const Localized = z.record(z.enum(languageCodes), z.string())
type Localized = z.infer<typeof Localized>

function textsOf(name: string, part: unknown): [string, Localized][] {
  const value: unknown = typeof part === 'function' ? Reflect.apply(part, undefined, VALUES) : part
  const localized = Localized.safeParse(value)
  if (localized.success) return [[name, localized.data]]
  return Object.entries(z.record(z.string(), z.unknown()).parse(value)).flatMap(([key, inner]) =>
    textsOf(`${name}.${key}`, inner),
  )
}

it.each([
  ...textsOf('check', checkTexts),
  ...textsOf('settings', settingsTexts),
  ...textsOf('disk', diskTexts),
  ...textsOf('database', databaseTexts),
  ...textsOf('redis', redisTexts),
  ...textsOf('server', serverTexts),
  ...textsOf('proxy', proxyTexts),
  ...textsOf('clock', clockTexts),
  ...textsOf('streaming', streamingTexts),
  ...textsOf('listeners', listenerTexts),
])('O7 W3 %s has a text in each language, with the same values, settings and commands', (_name, texts) => {
  expect(new Set(Object.values(texts)).size).toBe(languageCodes.length)
  const values = [...texts.en.replaceAll(',', '').matchAll(/700[12]/g)].map(([value]) => value)
  for (const language of languageCodes) {
    const text = texts[language]
    expect(text.trim()).not.toBe('')
    for (const value of values) expect(text.replaceAll(/[.,]/g, '')).toContain(value)
    for (const [fixed] of texts.en.matchAll(FIXED)) expect(text).toContain(fixed)
  }
})
