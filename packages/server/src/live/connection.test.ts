import { describe, expect, it } from 'vitest'
import { Connection, type Outlet } from './connection.ts'

/** A reader that takes what it is sent only when the test says so. */
function slowReader() {
  const sent: string[] = []
  const arrivals: (() => void)[] = []
  const outlet: Outlet = {
    isOpen: () => true,
    send(data, onSent) {
      sent.push(data.toString())
      if (onSent) arrivals.push(() => onSent(undefined))
    },
    close: () => undefined,
  }
  const connection = new Connection(outlet, { id: 'c', userId: 'ann', token: 't', tokenId: 'i' })
  connection.sessions.add('s')
  return { connection, sent, arrive: async () => (arrivals.shift()?.(), await Promise.resolve()) }
}

describe('a slow reader', () => {
  it('D2 gets the newest state when the last one has arrived, none of those between', async () => {
    const { connection, sent, arrive } = slowReader()
    let state = 1
    const newest = async () => Buffer.from(`state ${state}`)
    for (; state <= 5; state += 1) connection.sendSession('s', Buffer.from(`state ${state}`), newest)
    expect(sent).toEqual(['state 1'])
    await arrive()
    expect(sent).toEqual(['state 1', 'state 6'])
    await arrive()
    expect(sent).toEqual(['state 1', 'state 6'])
  })

  it('D2 is sent nothing of a session it has left meanwhile', async () => {
    const { connection, sent, arrive } = slowReader()
    const newest = async () => Buffer.from('newer')
    connection.sendSession('s', Buffer.from('old'), newest)
    connection.sendSession('s', Buffer.from('new'), newest)
    connection.sessions.delete('s')
    await arrive()
    expect(sent).toEqual(['old'])
  })
})
