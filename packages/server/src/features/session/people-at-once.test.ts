import { expect, it } from 'vitest'
import { createPeopleAtOnce, type Visitor } from './people-at-once.ts'

it('D2 whoever is left out gets an error, and nobody gets what is another’s', async () => {
  const ask = createPeopleAtOnce<Visitor, string>(async (_, people) => {
    const told = [...people.keys()].filter((userId) => userId !== 'ben')
    return new Map(told.map((userId) => [userId, `of ${userId}`]))
  })
  const asked = ['ann', 'ben', 'cleo'].map((userId) => ask({ ssid: 'session', userId }))
  const [ann, ben, cleo] = await Promise.allSettled(asked)
  expect(ann).toEqual({ status: 'fulfilled', value: 'of ann' })
  expect(ben).toMatchObject({ status: 'rejected' })
  expect(cleo).toEqual({ status: 'fulfilled', value: 'of cleo' })
})
