import { expect, it } from 'vitest'
import { createRenderQueue } from './render-queue.ts'

/**
 * Creates a queue whose renderings end when the test calls `finish`. `begun` lists the started renderings in
 * order.
 */
function queue(mostAtOnce = 1) {
  const begun: string[] = []
  const running: PromiseWithResolvers<ArrayBuffer>[] = []
  const { render } = createRenderQueue((trackId, block) => {
    begun.push(`${trackId}${block}`)
    const made = Promise.withResolvers<ArrayBuffer>()
    running.push(made)
    return made.promise
  }, mostAtOnce)
  const finish = async (samples = new ArrayBuffer(1)): Promise<void> => {
    const made = running.shift()
    made?.resolve(samples)
    await made?.promise
    await Promise.resolve()
  }
  return { render, begun, running, finish }
}

it('B6 readers take turns, however many blocks one of them requests', async () => {
  const { render, begun, finish } = queue()
  for (let block = 0; block < 4; block += 1) void render('a', block, 1)
  void render('b', 0, 2)
  void render('c', 0, 3)
  void render('b', 1, 2)
  for (let times = 0; times < 7; times += 1) await finish()
  expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3'])
})

it('B6 two readers of the same block share one rendering, at the first of their turns', async () => {
  const { render, begun, finish } = queue()
  for (const song of ['x', 'y', 'z']) void render(song, 0, 1)
  const [late, soon] = [render('z', 0, 1), render('z', 0, 2)]
  await finish()
  expect(begun).toEqual(['x0', 'y0'])
  await finish()
  expect(begun).toEqual(['x0', 'y0', 'z0'])
  const samples = new ArrayBuffer(2)
  await finish(samples)
  expect([await late, await soon]).toEqual([samples, samples])
  expect(begun).toHaveLength(3)
})

it('B6 limits the concurrent renderings, and a failed one does not block the others', async () => {
  const { render, begun, running } = queue(2)
  const failing = render('a', 0, 1)
  void render('b', 0, 1)
  void render('c', 0, 1)
  expect(begun).toEqual(['a0', 'b0'])
  running[0]?.reject(new Error('broken'))
  await expect(failing).rejects.toThrow('broken')
  expect(begun).toEqual(['a0', 'b0', 'c0'])
})

it('B6 of a reader only the newest blocks wait, because nobody waits for those of closed requests', async () => {
  const { render, begun, finish } = queue()
  let refused = 0
  for (let block = 0; block < 100; block += 1) render('a', block, 1).catch(() => (refused += 1))
  for (let times = 0; times < 100; times += 1) await finish()
  expect(begun).toEqual(['a0', ...Array.from({ length: 24 }, (_, index) => `a${76 + index}`)])
  expect(refused).toBe(75)
})

it('B6 a block that another reader waits for is rendered, also after its first reader has asked for many others', async () => {
  const { render, begun, finish } = queue()
  for (let block = 0; block < 2; block += 1) void render('a', block, 1)
  const shared = render('a', 1, 2)
  for (let block = 2; block < 60; block += 1) render('a', block, 1).catch(() => undefined)
  for (let times = 0; times < 60; times += 1) await finish()
  expect(await shared).toBeInstanceOf(ArrayBuffer)
  expect(begun).toContain('a1')
})
