import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type WatchedChild, watchChild } from '../world/child-process.ts'
import { freePort } from '../world/free-port.ts'
import { bidiPage } from './bidi.ts'
import type { DrivenPage } from './driven-page.ts'
import { webDriverPage } from './webdriver.ts'

export type LaunchOptions = {
  readonly executablePath: string
  readonly size: { readonly width: number; readonly height: number }
  /**
   * Environment variables that choose the loudspeaker of the browser. Without them, the browser has no loudspeaker.
   */
  readonly environment?: Readonly<Record<string, string>>
  /**
   * The text of a function that runs in each page before its own scripts. The driver of WebKitGTK does not support
   * this.
   */
  readonly firstScript?: string
}

/** Settings with which Firefox makes no background requests and shows no prompts. */
const FIREFOX_SETTINGS = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.tabs.warnOnClose': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  // Animations are off (`prefers-reduced-motion`), because the processor draws them.
  'ui.prefersReducedMotion': 1,
}

/** Starts a Firefox, which is controlled by WebDriver BiDi. */
export async function launchFirefox({
  executablePath,
  size,
  environment,
  firstScript,
}: LaunchOptions): Promise<DrivenPage> {
  const profile = await mkdtemp(join(tmpdir(), 'jointly-firefox-'))
  // Firefox plays no sound without a loudspeaker. So Firefox simulates a loudspeaker if the caller chooses none.
  const simulated = { 'media.cubeb.force_mock_context': environment === undefined }
  const settings = Object.entries({ ...FIREFOX_SETTINGS, ...simulated })
  await writeFile(
    join(profile, 'user.js'),
    settings.map(([key, value]) => `user_pref('${key}', ${JSON.stringify(value)});\n`).join(''),
  )
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank']
  const browser = start(executablePath, args, { ...environment, HOME: profile })
  const address = await lineOf(browser.child, /WebDriver BiDi listening on (ws:\S+)/)
  const page = await bidiPage(`${address}/session`, size, firstScript)
  return {
    ...page,
    async close() {
      await page.close()
      await waitForEnd(browser)
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The size and colour depth of the invisible screen. It is larger than every window of the tests. */
const SCREEN = '1400x1000x24'

/** Starts WebKitGTK's own browser on an invisible screen, controlled by WebDriver. */
export async function launchWebKit({
  executablePath,
  size,
  environment,
}: LaunchOptions): Promise<DrivenPage> {
  const home = await mkdtemp(join(tmpdir(), 'jointly-webkit-'))
  // Animations are off, because the processor draws them.
  await mkdir(join(home, 'gtk-3.0'))
  await writeFile(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=false\n')
  const screen = start('Xvfb', ['-displayfd', '2', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {})
  const display = await lineOf(screen.child, /^(\d+)$/m)
  const port = await freePort()
  const driver = start(executablePath, [`--port=${port}`], {
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_RUNTIME_DIR: home,
    GDK_BACKEND: 'x11',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    ...environment,
    DISPLAY: `:${display}`,
  })
  const stop = async () => {
    for (const program of [driver, screen]) {
      void program.end('SIGTERM')
      await waitForEnd(program)
    }
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const page = await webDriverPage(await answering(`http://127.0.0.1:${port}`), {}, size)
    return {
      ...page,
      async close() {
        await page.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Program = WatchedChild & { readonly child: ChildProcess }

function start(program: string, args: string[], environment: Record<string, string>): Program {
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return { child, ...watchChild(child) }
}

/** Waits until the output of a program matches a pattern. @returns the first group of the match */
async function lineOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${child.spawnfile} ended: ${output}`)))
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
      const found = pattern.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
}

/** The time limit for the start of a driver. A busy machine loads a browser slowly. */
const START_TIMEOUT_MS = 120_000

/** Waits until a driver answers, and returns its address. */
async function answering(address: string): Promise<string> {
  const giveUpAt = performance.now() + START_TIMEOUT_MS
  while (performance.now() < giveUpAt) {
    const answer = await fetch(`${address}/status`).catch(() => null)
    if (answer?.ok) return address
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nothing answers at ${address}`)
}

/** Waits until a program has ended. After five seconds the program is killed. */
async function waitForEnd({ ended, end }: WatchedChild): Promise<void> {
  const limit = setTimeout(() => void end('SIGKILL'), 5_000)
  await ended
  clearTimeout(limit)
}
