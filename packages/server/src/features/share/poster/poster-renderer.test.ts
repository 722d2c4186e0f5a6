import { describe, expect, it } from 'vitest'
import { createPosterRenderer } from './poster-renderer.ts'

const wish = (title: string) => ({
  ssid: 'a',
  title,
  link: 'http://127.0.0.1:3000/#/main/a',
  code: null,
  paper: 'a4' as const,
  language: 'en' as const,
})

describe('the renderer', () => {
  it('renders equal requests once, and limits waiting requests', async () => {
    const renderer = createPosterRenderer()
    const [first, again] = await Promise.all([
      renderer.render(wish('Kitchen')),
      renderer.render(wish('Kitchen')),
    ])
    expect(first?.subarray(0, 5).toString()).toBe('%PDF-')
    expect(again).toBe(first)

    const many = Array.from({ length: 17 }, (_, index) => renderer.render(wish(`Room ${index}`)))
    expect(await many.at(-1)).toBeNull()
    expect((await many[0])?.length).toBeGreaterThan(10_000)
    const rest = Promise.allSettled(many)
    await renderer.close()
    await rest
  })

  it('rejects waiting requests when it is closed', async () => {
    const renderer = createPosterRenderer()
    const waiting = Promise.allSettled([renderer.render(wish('Kitchen'))])
    await renderer.close()
    expect(await waiting).toEqual([{ status: 'rejected', reason: new Error('the renderer was stopped') }])
  })

  it('D3 a request while the worker stops is rendered by the next worker', async () => {
    const restless = createPosterRenderer()
    await restless.render(wish('Kitchen'))
    const resting = restless.close()
    const [pdf] = await Promise.all([restless.render(wish('Another')), resting])
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-')
    await restless.close()
  })
})
