import { expect, it } from 'vitest'
import { createShutdown } from './shutdown.ts'

it('runs every step in reverse order, also if one fails', async () => {
  const { onClose, close } = createShutdown()
  const taken: string[] = []
  onClose(() => void taken.push('data folder'))
  onClose(async () => {
    taken.push('database')
    throw new Error('the database is away')
  })
  onClose(() => void taken.push('calls'))

  await expect(close()).rejects.toThrow('the database is away')
  expect(taken).toEqual(['calls', 'database', 'data folder'])
  await close()
  expect(taken).toHaveLength(3)
})
