import { describe, expect, it } from 'vitest'
import { createPosterRenderer } from './poster-renderer.ts'

const wish = (title: string) => ({
  ssid: 'a',
  title,
  link: 'http://127.0.0.1:3000/#/main/a',
  paper: 'a4' as const,
})

describe('the press', () => {
  it('prints what was wished twice once, and takes no more wishes than it can serve soon', async () => {
    const press = createPosterRenderer()
    const [first, again] = await Promise.all([press.print(wish('Kitchen')), press.print(wish('Kitchen'))])
    expect(first?.subarray(0, 5).toString()).toBe('%PDF-')
    expect(again).toBe(first)

    const many = Array.from({ length: 17 }, (_, index) => press.print(wish(`Room ${index}`)))
    expect(await many.at(-1)).toBeNull()
    expect((await many[0])?.length).toBeGreaterThan(10_000)
    const rest = Promise.allSettled(many)
    await press.close()
    await rest
  })

  it('leaves nobody waiting when it is closed', async () => {
    const press = createPosterRenderer()
    const waiting = Promise.allSettled([press.print(wish('Kitchen'))])
    await press.close()
    expect(await waiting).toEqual([{ status: 'rejected', reason: new Error('the press was stopped') }])
  })

  it('D3 a poster that is wished for while the press goes to rest is printed by the next one', async () => {
    const restless = createPosterRenderer()
    await restless.print(wish('Kitchen'))
    const resting = restless.close()
    const [pdf] = await Promise.all([restless.print(wish('Another')), resting])
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-')
    await restless.close()
  })
})
