import diagnostics from 'node:diagnostics_channel'
import { once } from 'node:events'
import http, { type ClientRequest, ServerResponse } from 'node:http'
import { routes, User } from '@jointly/contract'
import { picturePath } from '@jointly/contract/addresses'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginTransaction } from '../../testing/barriers.ts'
import { databases, hasRowLocks } from '../../testing/databases.ts'
import { listenLive } from '../../testing/live-client.ts'
import { befriend, openSession } from '../../testing/session-fixture.ts'
import {
  granted,
  PASSWORD,
  type Person,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'

const photo = (colour: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()

describe.each(databases)('pictures on $name', (database) => {
  let server: TestServer
  let ann: Person
  beforeAll(async () => {
    server = await startTestServer(database)
    ann = await server.signUp('ann')
  })
  afterAll(() => server.close())

  async function upload(person: Pick<Person, 'token'>, file: Buffer, type = 'image/jpeg') {
    const response = await fetch(server.address + routes.savePicture.path, {
      method: 'PUT',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': type },
      body: new Uint8Array(file),
    })
    const answer: unknown = await response.json()
    return { status: response.status, answer, picture: User.safeParse(answer).data?.picture ?? null }
  }
  const fetchPicture = (id: string) => fetch(server.address + picturePath(id))
  const pictureOf = async (person: Person) => (await granted(person.call('user', { query: {} }))) as User

  it.each(['%00', 'a%00b', '%ff', 'A'.repeat(21), 'A'.repeat(22), '..%2f..%2fjointly.db'])(
    'U3 E1 there is no picture at %s',
    async (id) => {
      expect((await fetchPicture(id)).status).toBe(404)
    },
  )

  it('U3 a picture is shown to everyone, at an address that is new for each upload', async () => {
    const ssid = await openSession(ann)
    const first = await upload(ann, await photo('#ff0000'))
    const response = await fetchPicture(first.picture ?? '')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('immutable'),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    const second = await upload(ann, await photo('#0000ff'), 'text/html')
    expect(second.picture).not.toBe(first.picture)
    expect((await fetchPicture(first.picture ?? '')).status).toBe(404)
    const { active } = await granted(ann.call('session', { params: { ssid } }))
    expect(active[0]?.picture).toBe(second.picture)
    const ben = await server.signUp('ben')
    expect((await granted(ben.call('findFriends', { body: { s: 'ann' } })))[0]?.picture).toBe(second.picture)
  })

  it('U2 U3 a new picture is shown at once to friends, and in sessions that its owner has left', async () => {
    const dan = await server.signUp('dan')
    await befriend(ann, dan)
    const body = { title: 'Attic', managed: false, isPrivate: false }
    const { id: ssid } = await granted(ann.call('createSession', { body }))
    const owner = async () => (await granted(dan.call('session', { params: { ssid } }))).session.owner
    await owner()
    const live = await listenLive(server.address, dan.token, ssid)
    const { picture } = await upload(ann, await photo('#aa00bb'))
    expect((await owner()).picture).toBe(picture)
    for (const what of ['friends', 'invites']) await live.next('changed', (message) => message.what === what)
  })

  it('U4 a file that is refused changes nothing, and the answer names the reason', async () => {
    const { picture } = await upload(ann, await photo('#00ff00'))
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect(await upload(ann, svg, 'image/png')).toMatchObject({
      status: 415,
      answer: { error: { code: 'media-type', fields: { picture: 'type' } } },
    })
    expect(await upload(ann, Buffer.alloc(0))).toMatchObject({ status: 415 })
    expect(await upload(ann, Buffer.from('{}'), 'application/json')).toMatchObject({ status: 415 })
    expect(await upload(ann, Buffer.alloc(10 * 1024 * 1024))).toMatchObject({
      status: 413,
      answer: { error: { code: 'too-large' } },
    })
    expect((await pictureOf(ann)).picture).toBe(picture)
  })

  /** Begins an upload that never ends. @param onAnswer gets an answer that comes before the end */
  function beginUpload(
    { token }: Pick<Person, 'token'>,
    onAnswer: (answer: unknown[]) => void,
  ): ClientRequest {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png', 'content-length': 999 }
    const request = http.request(server.address + routes.savePicture.path, { method: 'PUT', headers })
    request.on('error', () => undefined)
    request.on('response', ({ statusCode, headers }) => onAnswer([statusCode, headers['retry-after']]))
    request.write('x')
    return request
  }

  it('U4 a person has at most two uploads at once, and the server sixteen', async () => {
    const photoFile = await photo('#777777')
    const slow: ClientRequest[] = []
    const refused: unknown[] = []
    const begin = (person: Person) => slow.push(beginUpload(person, (answer) => refused.push(answer)))
    const people = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((n) => server.signUp(`slow${n}`)))
    const [first = ann] = people
    for (const _ of [1, 2, 3]) begin(first)
    await expect.poll(() => refused).toEqual([[429, '5']])
    expect((await upload(ann, photoFile)).status).toBe(200)
    for (const person of [...people.slice(1), ann]) for (const _ of [1, 2]) begin(person)
    await expect.poll(() => refused.length).toBe(3)
    for (const request of slow) request.destroy()
    await expect.poll(async () => (await upload(first, photoFile)).status).toBe(200)
  })

  /** Begins an upload, and cancels it when the server has received its headers. Resolves when the server knows that. */
  async function cancelUpload(person: Person): Promise<void> {
    const begun = Promise.withResolvers<ServerResponse>()
    const onRequest = (message: unknown): void => {
      if (message instanceof Object && 'response' in message && message.response instanceof ServerResponse)
        begun.resolve(message.response)
    }
    diagnostics.subscribe('http.server.request.start', onRequest)
    const request = beginUpload(person, () => undefined)
    const response = await begun.promise
    diagnostics.unsubscribe('http.server.request.start', onRequest)
    const closed = once(response, 'close')
    request.destroy()
    await closed
  }

  it('U4 uploads that are cancelled while their login is checked take no place', async () => {
    const person = await server.signUp('hasty')
    // On SQLite, the open transaction is enough, because there is only one connection.
    const checks = await beginTransaction(server.db, async (trx) => {
      if (hasRowLocks(database)) await sql`lock table tokens`.execute(trx)
    })
    for (const _ of [1, 2]) await cancelUpload(person)
    await checks.commit()
    expect((await upload(person, await photo('#778899'))).status).toBe(200)
  })

  it('U4 after twenty uploads, a person waits', async () => {
    const person = await server.signUp('many')
    for (let count = 0; count < 20; count += 1)
      expect((await upload(person, Buffer.alloc(0))).status).toBe(415)
    expect(await upload(person, Buffer.alloc(0))).toMatchObject({ status: 429 })
  })

  it('U3 other calls still accept small JSON only', async () => {
    const body = JSON.stringify({ username: 'x'.repeat(300_000), password: 'x' })
    const headers = { 'content-type': 'application/json' }
    expect((await server.raw('POST', '/api/user/', { body, headers })).status).toBe(413)
    const image = { body: 'x', headers: { 'content-type': 'image/png' } }
    expect((await server.raw('POST', '/api/user/', image)).status).toBe(415)
  })

  it('U3 a picture can be removed, and unknown addresses show nothing', async () => {
    const { picture } = await upload(ann, await photo('#123456'))
    expect(await granted(ann.call('removePicture', {}))).not.toHaveProperty('picture')
    expect((await fetchPicture(picture ?? '')).status).toBe(404)
    expect((await fetchPicture("x' or 1=1")).status).toBe(404)
  })

  it('U3 nobody is informed when a person without a picture removes it', async () => {
    const [eve, fred] = [await server.signUp('eve'), await server.signUp('fred')]
    await befriend(eve, fred)
    const ssid = await openSession(fred)
    const live = await listenLive(server.address, fred.token, ssid)
    await granted(eve.call('removePicture', {}))
    // The answer to this message comes after all messages that the call has sent.
    live.say({ type: 'open', ssid })
    await live.next('you')
    expect(live.hasReceived('changed')).toBe(false)
  })

  it('U3 G2 the picture of a guest is refused before it is read', async () => {
    const guest = await server.joinAsGuest('Max', await openSession(ann))
    const answers: unknown[] = []
    const upload = beginUpload(guest, (answer) => answers.push(answer))
    await expect.poll(() => answers).toEqual([[403, undefined]])
    upload.destroy()
  })

  it('U3 a guest has no picture', async () => {
    const ssid = await openSession(ann)
    const guest = await server.joinAsGuest('Mia', ssid)
    expect(await upload(guest, await photo('#123456'))).toMatchObject({
      status: 403,
      answer: { error: { code: 'guest' } },
    })
  })

  it('U3 A7 the picture is in the export, and ends with the account', async () => {
    const cleo = await server.signUp('cleo')
    const { picture } = await upload(cleo, await photo('#abcdef'))
    const { picture: exported } = await granted(cleo.call('exportUser', {}))
    expect(exported).toMatchObject({ file: expect.stringMatching(/^data:image\/webp;base64,/) })
    await granted(cleo.call('deleteUser', { body: { password: PASSWORD } }))
    expect((await fetchPicture(picture ?? '')).status).toBe(404)
  })
})
