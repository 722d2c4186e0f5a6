import { NICKNAME_PATTERN } from '@jointly/domain'
import { expect, it } from 'vitest'
import { suggestNickname } from '../features/guest/suggest-nickname.ts'
import { firstTexts as german } from './languages/de/first.ts'
import { firstTexts as spanish } from './languages/es/first.ts'
import { texts } from './texts.ts'

it('G8 every suggested nickname is allowed, in each language', () => {
  for (const { guest } of [texts, german, spanish])
    for (let step = 0; step < 1; step += 0.01) {
      const nickname = suggestNickname(guest?.names ?? '', () => step)
      expect(nickname).toMatch(NICKNAME_PATTERN)
      expect(nickname.length).toBeLessThanOrEqual(20)
    }
})
