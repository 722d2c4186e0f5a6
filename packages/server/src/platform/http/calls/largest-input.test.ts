import { addressOf, type Route, type RouteName, routes, SUPER_LEVEL } from '@jointly/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { befriend } from '../../../testing/session-fixture.ts'
import { expectShortTurns } from '../../../testing/thread-time.ts'
import { granted, link, type Person, startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { createRateLimiter, inMemory } from '../rate-limit.ts'

/** The length in characters of a text for which the schema has no limit. The server refuses longer bodies and URLs. */
const UNLIMITED = { body: 240_000, query: 10_000 }
/** The maximum share of the body that one list in an object fills. So a body has room for two full lists. */
const SHARE_OF_A_LIST = 0.4

type Schema = z.core.JSONSchema.BaseSchema
/** Real values for the generated input, such as existing ids. The key is the name of the field. */
type KnownValues = Readonly<Record<string, unknown>>

const names = Object.keys(routes) as RouteName[]
/** The calls of guests that are refused for people with an account. */
const guestCalls: ReadonlySet<RouteName> = new Set(['upgradeGuest', 'renameGuest', 'deleteGuest'])

describe('the largest input that a call allows', () => {
  let server: TestServer
  /** A friend of every other person. */
  let friend: Person
  let common: { person: Person; known: KnownValues }
  let people = 0
  beforeAll(async () => {
    // Each try of a call that changes something has a new person, so more people register than a network may (A4).
    const limiter = createRateLimiter((allowance) => inMemory({ ...allowance, attempts: 100_000 }))
    server = await startTestServer(undefined, { limiter })
    friend = await server.signUp('friend')
    common = await setUpUser()
  })
  afterAll(() => server.close())

  /** Creates a user of the highest level, with a friend, a linked account and a managed session. */
  async function setUpUser(): Promise<{ person: Person; known: KnownValues }> {
    const person = await server.signUp(`person-${(people += 1)}`)
    await server.db.updateTable('users').set({ level: SUPER_LEVEL }).where('id', '=', person.id).execute()
    await befriend(person, friend)
    await link(person, 'ann')
    const body = { title: 'Kitchen', managed: true, isPrivate: false }
    const { id: ssid } = await granted(person.call('createSession', { body }))
    await granted(person.call('session', { params: { ssid } }))
    await granted(person.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
    const { data } = await granted(person.call('songs', { query: { query: 'a', ssid } }))
    const { version } = await granted(person.call('options', { params: { ssid } }))
    // The schema does not show the maximum length of titles, because a function of the schema checks it.
    const title = 'ä'.repeat(80)
    return { person, known: { ssid, songID: data[0]?.id, version, title, name: title, invitedID: friend.id } }
  }

  /** Creates a guest in the session of `common`, with a ticket for an account. */
  async function setUpGuest(): Promise<{ person: Person; known: KnownValues }> {
    const { code: ticket } = await granted(common.person.call('createTicket'))
    const person = await server.joinAsGuest(`guest-${(people += 1)}`, String(common.known.ssid))
    // As with titles, the schema does not show the maximum length.
    return { person, known: { ticket, nickname: 'ä'.repeat(20) } }
  }

  /**
   * Creates a function that makes the call with the largest input. Texts that may be used only once, such as a new
   * username, differ for each person.
   */
  function callOf(route: Route, { token }: Person, known: KnownValues): () => Promise<void> {
    const texts = z.optional(z.record(z.string(), z.string()))
    const params = largestOf(route.params, { ...known, code: 'c'.repeat(100) }, UNLIMITED.query)
    const query = largestOf(route.query, known, UNLIMITED.query)
    const largest = largestOf(route.body, known, UNLIMITED.body, people)
    const where = addressOf(route, { params: texts.parse(params), query: texts.parse(query) })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = largest === undefined ? {} : { body: JSON.stringify(largest) }
    return async () => {
      const { status } = await server.raw(route.method, where, { headers, ...body })
      expect(status).toBeLessThan(500)
      // A call without permission is refused at once, so its work would not be measured.
      if (route.access !== 'public') expect([401, 403]).not.toContain(status)
    }
  }

  it('O6 G1 a nickname of many combining marks is refused before it is normalised', async () => {
    const nickname = `a${'\u0323\u0302'.repeat(60_000)}`
    await expectShortTurns(async () => {
      const body = { nickname, ssid: String(common.known.ssid) }
      const answer = await server.anonymous('joinAsGuest', { body })
      expect(answer).toMatchObject({ status: 422, error: { fields: { nickname: 'nickname' } } })
    })
  })

  it.each(names)('O6 of %s blocks the thread for at most 50 ms', async (name) => {
    const route = routes[name]
    let call = callOf(route, common.person, common.known)
    const useNewPerson = async () => {
      const { person, known } = await (guestCalls.has(name) ? setUpGuest() : setUpUser())
      call = callOf(route, person, known)
    }
    await expectShortTurns(() => call(), route.method === 'GET' ? undefined : useNewPerson)
  })
})

/**
 * Creates the largest value that the JSON schema of `schema` allows. A function in the schema may still refuse the
 * value. Returns undefined without a schema.
 * @param index is at the end of each text that is not in a list
 */
function largestOf(
  schema: z.ZodMiniType | undefined,
  known: KnownValues,
  unlimited: number,
  index = 0,
): unknown {
  if (!schema) return undefined
  return grow(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), {
    known,
    unlimited,
    share: 1,
    index,
  })
}

type Growth = { known: KnownValues; unlimited: number; share: number; index: number }

function grow(schema: Schema, growth: Growth): unknown {
  const option = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (option) return grow(option, growth)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, inner]) => [
          field,
          growth.known[field] ??
            (typeof inner === 'boolean' ? null : grow(inner, { ...growth, share: SHARE_OF_A_LIST })),
        ]),
      )
    case 'array': {
      const inner = Array.isArray(schema.items) ? undefined : schema.items
      if (inner === undefined || typeof inner === 'boolean') return []
      const size = JSON.stringify(grow(inner, growth)).length + 1
      const length = Math.min(
        schema.maxItems ?? Infinity,
        Math.floor((growth.unlimited * growth.share) / size),
      )
      return Array.from({ length }, (_, index) => grow(inner, { ...growth, index }))
    }
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? 1, Number.MAX_SAFE_INTEGER)
    default:
      return longest(schema, growth)
  }
}

/** Creates the longest text that a schema allows. Each index gives another text. */
function longest({ format, pattern, maxLength }: Schema, { unlimited, index }: Growth): string {
  const digits = String(index)
  if (format === 'uuid') return `00000000-0000-4000-8000-${digits.padStart(12, '0')}`
  if (format === 'email') return `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(3)}example`
  const most = maxLength ?? unlimited
  const key = `${most} ${pattern}`
  const make = makers.get(key) ?? makerOf(most, pattern)
  makers.set(key, make)
  return make(digits)
}

/** Creates a text of a fixed length that ends with the given digits. */
type Maker = (digits: string) => string
/**
 * The cached makers. The key is the maximum length and the pattern. They are cached because a list can have thousands
 * of texts with the same pattern.
 */
const makers = new Map<string, Maker>()

function makerOf(most: number, pattern = ''): Maker {
  const allowed = new RegExp(pattern, 's')
  for (const length of [most, 100, 80, 20, 16, 9].filter((each) => each <= most)) {
    for (const filling of ['a ', 'a', '1']) {
      const make: Maker = (digits) => filling.repeat(length).slice(0, length - digits.length) + digits
      if (allowed.test(make('0'))) return make
    }
  }
  return () => ''
}
