import type { Answer, Options, OptionsBody } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { changedSections, openConflicts, lostSections } from './edit.ts'
import { createOptionsEditor, nothingLoaded, type OptionsState } from './options-editor.ts'

const kitchen: Options = { version: 1, managed: true, title: 'Kitchen', policy: 'link', mods: [] }
const eva = { user_id: '5f3f5f5e-61a3-4a4c-8d0f-0a4f2f2f0001', username: 'eva', level: 'relate' as const }
const dan = { user_id: '5f3f5f5e-61a3-4a4c-8d0f-0a4f2f2f0002', username: 'dan', level: 'relate' as const }

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

/** Creates an editor and the server of its session. `refuseNext` sets the answer to the next save. */
function startEditor(stored: Options) {
  const bodies: OptionsBody[] = []
  let refuseNext: Answer<Options> | null = null
  let state: OptionsState = nothingLoaded
  const editor = createOptionsEditor(
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
          ...(body.mods && {
            mods: [dan, eva].filter((p) => body.mods?.some((mod) => mod.user_id === p.user_id)),
          }),
        }
        return { ok: true, value: stored }
      },
      after: () => () => {},
      onChange: (next) => {
        state = next
      },
    },
    null,
  )
  return {
    editor,
    bodies,
    read: () => state,
    edit() {
      if (state.edit === null) throw new Error('nothing loaded')
      return state.edit
    },
    store: (next: Options) => {
      stored = next
    },
    refuseNext: (answer: Answer<Options>) => {
      refuseNext = answer
    },
    stored: () => stored,
  }
}

describe('saving options', () => {
  it('R2 a save sends only the changed sections and the version', async () => {
    const server = startEditor(kitchen)
    await server.editor.load()
    server.editor.change({ title: 'Roof' })
    expect(await server.editor.save()).toBe(true)
    expect(server.bodies).toEqual([{ version: 1, title: 'Roof' }])
    expect(server.read()).toMatchObject({ saving: 'success', refused: null })
    expect(changedSections(server.edit())).toEqual([])
  })

  it('R2 a save without changes sends nothing', async () => {
    const server = startEditor(kitchen)
    await server.editor.load()
    server.editor.change({ title: 'Roof' })
    server.editor.change({ title: 'Kitchen' })
    expect(await server.editor.save()).toBe(true)
    expect(server.bodies).toEqual([])
  })

  it('R4 when two people add a moderator at once, the second save is refused and the next one keeps both', async () => {
    const server = startEditor(kitchen)
    await server.editor.load()
    server.editor.change({ mods: [eva] })
    server.store({ ...kitchen, version: 2, mods: [dan] })
    expect(await server.editor.save()).toBe(false)
    expect(server.read().refused?.answer.error.code).toBe('stale')
    expect(openConflicts(server.edit())).toEqual([])
    expect(await server.editor.save()).toBe(true)
    expect(server.stored().mods).toEqual([dan, eva])
  })

  it('R4 a title that two people changed is a conflict, and the next save sends the own title', async () => {
    const server = startEditor(kitchen)
    await server.editor.load()
    server.editor.change({ title: 'Roof' })
    server.store({ ...kitchen, version: 2, title: 'Attic' })
    await server.editor.save()
    expect(openConflicts(server.edit())).toEqual(['title'])
    expect(server.edit().base.title).toBe('Attic')
    expect(await server.editor.save()).toBe(true)
    expect(server.stored().title).toBe('Roof')
    expect(server.edit().conflicts).toEqual([])
  })

  it('R2 a person who is demoted while editing keeps the changes and sees the remaining sections', async () => {
    const server = startEditor(kitchen)
    await server.editor.load()
    server.editor.change({ policy: 'strict' })
    server.store({ version: 2, managed: true, title: 'Kitchen' })
    server.refuseNext(refusal('forbidden', 403))
    expect(await server.editor.save()).toBe(false)
    expect(server.read().refused?.answer.error.code).toBe('forbidden')
    expect(lostSections(server.edit())).toEqual(['policy'])
    expect(server.edit().loaded.policy).toBeUndefined()
    server.editor.discard()
    expect(lostSections(server.edit())).toEqual([])
  })

  it('R4 an older answer does not replace newer options', async () => {
    const server = startEditor({ ...kitchen, version: 5 })
    await server.editor.load()
    server.store(kitchen)
    await server.editor.load()
    expect(server.edit().loaded.version).toBe(5)
  })

  it('E3 another refusal keeps the draft and is shown until something is changed', async () => {
    const server = startEditor(kitchen)
    await server.editor.load()
    server.editor.change({ title: 'Roof' })
    server.refuseNext(refusal('not-inside', 409))
    await server.editor.save()
    expect(server.read()).toMatchObject({ saving: 'failed' })
    expect(server.edit().draft.title).toBe('Roof')
    server.editor.change({ title: 'Roofs' })
    expect(server.read().saving).toBe('default')
  })
})
