import type { Answer, Options, OptionsBody } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { changedIn, conflictsIn, lostIn } from './edit.ts'
import { createOptionsDesk, nothingLoaded, type OptionsState } from './options-desk.ts'

const kitchen: Options = { version: 1, managed: true, title: 'Kitchen', policy: 'link', mods: [], banned: [] }
const eva = { user_id: '5f3f5f5e-61a3-4a4c-8d0f-0a4f2f2f0001', username: 'eva' }
const dan = { user_id: '5f3f5f5e-61a3-4a4c-8d0f-0a4f2f2f0002', username: 'dan' }

const refusal = (
  code: 'stale' | 'forbidden' | 'not-inside',
  status: number,
  current?: Options,
): Answer<Options> => ({
  ok: false,
  status,
  retryAfterSec: null,
  error: { code, message: '', ...(current && { current }) },
})

/** A server of one session; `refuseNext` answers the next save instead. */
function aServer(stored: Options) {
  const bodies: OptionsBody[] = []
  let refuseNext: Answer<Options> | null = null
  let state: OptionsState = nothingLoaded
  const desk = createOptionsDesk(
    {
      load: async () => ({ ok: true, value: stored }),
      async save(body) {
        bodies.push(body)
        const refused = refuseNext
        refuseNext = null
        if (refused) return refused
        if (body.version !== stored.version) return refusal('stale', 409, stored)
        stored = {
          ...stored,
          version: stored.version + 1,
          ...(body.title !== undefined && { title: body.title }),
          ...(body.policy !== undefined && { policy: body.policy }),
          ...(body.banned && {
            banned: [dan, eva].filter((p) => body.banned?.some((b) => b.user_id === p.user_id)),
          }),
        }
        return { ok: true, value: stored }
      },
      after: () => () => {},
      changed: (next) => {
        state = next
      },
    },
    null,
  )
  return {
    desk,
    bodies,
    read: () => state,
    edit() {
      if (state.edit === null) throw new Error('nothing loaded')
      return state.edit
    },
    become: (next: Options) => {
      stored = next
    },
    refuseNext: (answer: Answer<Options>) => {
      refuseNext = answer
    },
    stored: () => stored,
  }
}

describe('saving options', () => {
  it('R2 sends the sections that changed and the version, nothing else', async () => {
    const server = aServer(kitchen)
    await server.desk.load()
    server.desk.change({ title: 'Roof' })
    expect(await server.desk.save()).toBe(true)
    expect(server.bodies).toEqual([{ version: 1, title: 'Roof' }])
    expect(server.read()).toMatchObject({ saving: 'success', refused: null })
    expect(changedIn(server.edit())).toEqual([])
  })

  it('R2 nothing changed sends nothing', async () => {
    const server = aServer(kitchen)
    await server.desk.load()
    server.desk.change({ title: 'Roof' })
    server.desk.change({ title: 'Kitchen' })
    expect(await server.desk.save()).toBe(true)
    expect(server.bodies).toEqual([])
  })

  it('R4 two people ban at once: the second is told, and saving again keeps both bans', async () => {
    const server = aServer(kitchen)
    await server.desk.load()
    server.desk.change({ banned: [eva] })
    server.become({ ...kitchen, version: 2, banned: [dan] })
    expect(await server.desk.save()).toBe(false)
    expect(server.read().refused?.answer.error.code).toBe('stale')
    expect(conflictsIn(server.edit())).toEqual([])
    expect(await server.desk.save()).toBe(true)
    expect(server.stored().banned).toEqual([dan, eva])
  })

  it('R4 a title that two changed is named as a conflict, and the own one is saved next', async () => {
    const server = aServer(kitchen)
    await server.desk.load()
    server.desk.change({ title: 'Roof' })
    server.become({ ...kitchen, version: 2, title: 'Attic' })
    await server.desk.save()
    expect(conflictsIn(server.edit())).toEqual(['title'])
    expect(server.edit().base.title).toBe('Attic')
    expect(await server.desk.save()).toBe(true)
    expect(server.stored().title).toBe('Roof')
    expect(server.edit().conflicts).toEqual([])
  })

  it('R2 who was demoted while editing keeps their words and sees what is left to see', async () => {
    const server = aServer(kitchen)
    await server.desk.load()
    server.desk.change({ policy: 'strict' })
    server.become({ version: 2, managed: true, title: 'Kitchen' })
    server.refuseNext(refusal('forbidden', 403))
    expect(await server.desk.save()).toBe(false)
    expect(server.read().refused?.answer.error.code).toBe('forbidden')
    expect(lostIn(server.edit())).toEqual(['policy'])
    expect(server.edit().loaded.policy).toBeUndefined()
    server.desk.discard()
    expect(lostIn(server.edit())).toEqual([])
  })

  it('R4 an answer that was overtaken does not bring the past back', async () => {
    const server = aServer({ ...kitchen, version: 5 })
    await server.desk.load()
    server.become(kitchen)
    await server.desk.load()
    expect(server.edit().loaded.version).toBe(5)
  })

  it('E3 another refusal keeps the draft and is told until something is changed', async () => {
    const server = aServer(kitchen)
    await server.desk.load()
    server.desk.change({ title: 'Roof' })
    server.refuseNext(refusal('not-inside', 409))
    await server.desk.save()
    expect(server.read()).toMatchObject({ saving: 'failed' })
    expect(server.edit().draft.title).toBe('Roof')
    server.desk.change({ title: 'Roofs' })
    expect(server.read().saving).toBe('default')
  })
})
