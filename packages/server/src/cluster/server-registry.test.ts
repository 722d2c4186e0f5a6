import { describe, expect, it, vi } from 'vitest'
import { databases } from '../testing/databases.ts'
import { createClusterClock } from './cluster-clock.ts'
import { createServerRegistry } from './server-registry.ts'

const postgres = databases.find(({ name }) => name === 'PostgreSQL')

describe.skipIf(!postgres)('the server registry on PostgreSQL', () => {
  it.each(['first', 'later'])(
    'V1 a server that closes during its %s heartbeat is not listed afterwards',
    async (which) => {
      if (!postgres) return
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      const { db, close } = await postgres.open()
      const clock = createClusterClock()
      let called = (): void => undefined
      const registry = createServerRegistry(
        db,
        'a',
        {
          ...clock,
          // At this moment of a heartbeat, the server has read the clock but not written its row.
          addSample(answer) {
            clock.addSample(answer)
            called()
          },
        },
        () => undefined,
      )
      const closing = Promise.withResolvers<void>()
      const closeNow = () => closing.resolve(registry.close())
      if (which === 'first') called = closeNow
      await registry.start()
      called = closeNow
      vi.advanceTimersByTime(2_000)
      await closing.promise
      expect(await db.selectFrom('servers').selectAll().execute()).toEqual([])
      expect(vi.getTimerCount()).toBe(0)
      vi.useRealTimers()
      await close()
    },
  )
})
