import { describe, expect, it } from 'vitest'
import { isMistyped, readTypedCode } from './typed-code.ts'

const ssid = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'

describe('the code field', () => {
  it('J1 J6 reads a code as people type it', () => {
    for (const text of ['ABC234', 'abc 234', 'abc-234', ' a b c 2 3 4 '])
      expect([text, readTypedCode(text)]).toEqual([text, { kind: 'code', code: 'ABC234' }])
  })

  it('J6 reads a pasted link', () => {
    expect(readTypedCode('https://music.example.org/s/abc234')).toEqual({ kind: 'code', code: 'ABC234' })
    for (const link of [`http://192.168.1.2:3000/#/main/${ssid}`, `https://x.org/#/app/${ssid}?a=b`])
      expect(readTypedCode(link)).toEqual({ kind: 'link', ssid })
  })

  it('J6 notices a mistyped code', () => {
    for (const text of ['', 'ABC', 'ABC2345', 'ABC23O', 'ABC 231', 'https://example.org', 'ÄBC234', '/s/'])
      expect([text, readTypedCode(text)]).toEqual([text, { kind: 'mistyped' }])
  })

  it('J6 notices while a person types that no code or link can follow', () => {
    for (const text of ['', 'a', 'ABC ', 'abc-23', 'ABC 234', 'https:/', 'http://x.org/s/', '192.168.1.2'])
      expect([text, isMistyped(text)]).toEqual([text, false])
    for (const text of ['O', 'ABC1', 'ABC 2345', 'ÄBC', 'abc_', '<b>'])
      expect([text, isMistyped(text)]).toEqual([text, true])
  })
})
