import { expect, it } from 'vitest'
import { ticketCode } from './ticket-code.ts'

it('G6 A6 a ticket is read from its link, or from its code alone', () => {
  for (const typed of ['some-code', ' some-code ', 'https://jointly.example/#/activate/some-code?x'])
    expect(ticketCode(typed)).toBe('some-code')
})
