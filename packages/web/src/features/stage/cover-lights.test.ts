import { expect, it } from 'vitest'
import { DEFAULT_LIGHTS, lightsOf } from './cover-lights.ts'

const RED = [220, 20, 20, 255]
const BLUE = [20, 20, 220, 255]
const GREY = [120, 120, 122, 255]

it('X8 the lights have the two strongest hues of the cover', () => {
  expect(lightsOf([...RED, ...RED, ...BLUE, ...GREY])).toEqual(['hsl(0 82% 62%)', 'hsl(240 82% 62%)'])
})

it('X8 a cover of one hue has a second light beside it', () => {
  expect(lightsOf(RED)).toEqual(['hsl(0 82% 62%)', 'hsl(30 82% 62%)'])
})

it('X8 a grey, transparent or unreadable cover has the lights of the app', () => {
  for (const pixels of [GREY, [220, 20, 20, 0], []]) expect(lightsOf(pixels)).toEqual(DEFAULT_LIGHTS)
})
