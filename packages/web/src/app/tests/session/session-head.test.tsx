import { expect, it } from 'vitest'
import { withApp } from '../app-testing.tsx'
import { openSession, ssid, startInSession } from '../inside-testing.ts'

withApp(startInSession)

it('D15 a narrow header has two faces and the number of the others, so that no face covers another', async () => {
  const names = ['ann', 'ben', 'cleo', 'dan', 'eva', 'finn']
  const people = names.map((username, index) => ({ id: ssid(index), username }))
  const head = () => document.querySelector('main header')
  const faces = (kind: 'inWide' | 'inNarrow') =>
    [...(head()?.querySelectorAll(`[class*=${kind}]`) ?? [])].map(({ textContent }) => textContent)
  await openSession({ active: people, activeCount: 6 })
  expect(faces('inWide')).toEqual(['C', 'D', '+2'])
  expect(faces('inNarrow')).toEqual(['+4'])
  await openSession({ active: people.slice(0, 3), activeCount: 3 })
  expect([...faces('inWide'), ...faces('inNarrow')]).toEqual([])
  expect(head()?.textContent).toContain('ABC')
})
