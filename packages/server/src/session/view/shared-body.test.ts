import { PeopleMessage, withPeople } from '@jointly/contract'
import { expect, it } from 'vitest'
import { emptySession } from '../../testing/empty-session.ts'
import { sessionState, sharedBody } from './shared-body.ts'

const SSID = '5f0d7a52-8c0e-4f4e-9a54-1c2f6f0f4a01'

it('D2 U2 a message about people also has the colours of somebody who entered', () => {
  const entered = { ...emptySession, activeCount: 2, colours: { someone: 5 } }
  const message = sessionState(SSID, sharedBody(entered), () => 0).peopleSince(emptySession)
  const { type: _, ssid: __, ...people } = PeopleMessage.parse(JSON.parse(String(message)))
  expect(withPeople(emptySession, people)).toEqual(entered)
})

it('D2 if colours are gone, the whole state is sent', () => {
  const earlier = { ...emptySession, colours: { someone: 5 } }
  expect(sessionState(SSID, sharedBody(emptySession), () => 0).peopleSince(earlier)).toBeNull()
})
