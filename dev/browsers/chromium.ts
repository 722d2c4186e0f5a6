import { chromium, type Page } from '@playwright/test'
import { chromiumFlags } from '../setup/chromium.ts'
import type { DrivenPage, InputSource } from './driven-page.ts'
import type { LaunchOptions } from './launch.ts'

/** Starts a Chromium that plays sound on a loudspeaker of this machine. */
export async function launchChromium({
  executablePath,
  size,
  environment,
  firstScript,
}: LaunchOptions): Promise<DrivenPage> {
  const browser = await chromium.launch({
    executablePath,
    args: [...chromiumFlags],
    ignoreDefaultArgs: ['--mute-audio'],
    env: { ...process.env, ...environment },
  })
  // Animations are off, because the processor draws them.
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' })
  const page = await context.newPage()
  if (firstScript !== undefined) await context.addInitScript(`(${firstScript})()`)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  return {
    goto: async (url) => void (await page.goto(url)),
    call: (functionText, args) => page.evaluate(`(${functionText})(...${JSON.stringify(args)})`),
    perform: (input) => perform(page, input),
    screenshot: () => page.screenshot(),
    errors: async () => errors,
    close: () => browser.close(),
  }
}

async function perform(page: Page, input: InputSource): Promise<void> {
  if (input.type === 'key') {
    for (const { type, value } of input.actions)
      if (type === 'keyDown') await page.keyboard.down(value)
      else await page.keyboard.up(value)
    return
  }
  for (const step of input.actions)
    if (step.type === 'pointerMove') await page.mouse.move(step.x, step.y)
    else if (step.type === 'pointerDown') await page.mouse.down()
    else await page.mouse.up()
}
