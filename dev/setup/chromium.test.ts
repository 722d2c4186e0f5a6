import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { playwrightDisabledFeatures } from './chromium.ts'
import { root } from './install.js'

it('turns off the same features of Chromium as the installed Playwright', () => {
  const bundle = readFileSync(join(root, 'node_modules/playwright-core/lib/coreBundle.js'), 'utf8')
  const list = /^ *disabledFeatures = \[$(.*?)^ *\]/ms.exec(bundle)?.[1]
  expect(playwrightDisabledFeatures).toEqual(list?.match(/(?<=^ *")\w+/gm))
})
