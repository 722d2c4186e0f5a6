import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { chromiumFlags } from '../setup/chromium.ts'
import { watchChild } from '../world/child-process.ts'
import { freePort } from '../world/free-port.ts'
import type { Json } from './driven-page.ts'

const START_TIMEOUT_MS = 30_000
/**
 * The app registers its service worker some seconds after the load, and Chromium stops it about 30 s after its last event.
 * So each of these two steps may take this number of milliseconds.
 */
const SERVICE_WORKER_STEP_MS = 90_000
const LOOK_EVERY_MS = 100

/** An expression for the page. The worker is activated when all files of the app are stored. */
const isWorkerActive =
  'navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === "activated")'

const Version = z.object({ webSocketDebuggerUrl: z.string() })
const Targets = z.array(z.object({ type: z.string(), url: z.string(), webSocketDebuggerUrl: z.string() }))
const Answer = z.object({ result: z.unknown() })
const Processes = z.object({ processInfo: z.array(z.object({ id: z.number() })) })
const Evaluated = z.object({ result: z.object({ value: z.optional(z.unknown()) }) })

/**
 * A Chromium to which Playwright is connected only during a call of `drive`. A permanent connection would keep the
 * bodies of all answers in memory and would prevent tabs from being hidden. It would also be work for the browser in
 * each request of a page.
 */
export type UnwatchedChromium = {
  /** The port of the DevTools protocol. */
  readonly port: number
  /** Connects Playwright to the browser, runs the function with the page, and disconnects. */
  drive<T>(run: (page: Page) => Promise<T>): Promise<T>
  /** Runs a function in the page. The browser treats it as an action of a person and allows the page to play sound. */
  evaluate<Args extends readonly Json[]>(run: (...args: Args) => unknown, ...args: Args): Promise<unknown>
  /**
   * Waits until the service worker of the page is installed and has stopped. The installation needs much processor time.
   * A running worker needs about 15 MiB in the process of the page. So two moments can only be compared after that.
   */
  serviceWorkerEnds(): Promise<void>
  /** Opens another tab in front of the page, so that the page is hidden. */
  hide(): Promise<void>
  /** Frees the memory that the scripts of the page no longer use. The memory of its workers is not freed. */
  collectGarbage(): Promise<void>
  processes(): Promise<number[]>
  close(): Promise<void>
}

/** The address of the picture that the tab shows at first. */
export const firstPicture = (origin: string): string => `${origin}/icon-192.png`

/**
 * Starts a Chromium with one tab. The tab shows a picture from the given origin.
 * @param flags further flags of Chromium
 */
export async function startUnwatchedChromium(
  executablePath: string,
  origin: string,
  flags: readonly string[] = [],
): Promise<UnwatchedChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'jointly-chromium-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const options = [`--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, ...flags]
  const args = [...chromiumFlags, '--headless', '--mute-audio', '--window-size=390,844', ...options]
  const child = spawn(executablePath, [...args, firstPicture(origin)], { stdio: 'ignore' })
  const { ended, end } = watchChild(child)
  await waitForTab(address)
  const browserSocket = async () =>
    Version.parse(await (await fetch(`${address}/json/version`)).json()).webSocketDebuggerUrl
  const targets = async () => Targets.parse(await (await fetch(`${address}/json/list`)).json())
  const pageSocket = async () => {
    const page = (await targets()).find(({ type, url }) => type === 'page' && url.startsWith(origin))
    if (page === undefined) throw new Error('the page is gone')
    return page.webSocketDebuggerUrl
  }
  return {
    port,
    async drive(run) {
      const browser = await chromium.connectOverCDP(address)
      try {
        const page = browser
          .contexts()[0]
          ?.pages()
          .find((each) => each.url().startsWith(origin))
        if (page === undefined) throw new Error('the page is gone')
        return await run(page)
      } finally {
        await browser.close()
      }
    },
    async evaluate(run, ...args) {
      const texts = args.map((argument) => JSON.stringify(argument))
      return evaluate(await pageSocket(), `(${String(run)})(${texts.join()})`)
    },
    async serviceWorkerEnds() {
      await waitUntil(
        'the service worker was not installed',
        async () => (await evaluate(await pageSocket(), isWorkerActive)) === true,
        SERVICE_WORKER_STEP_MS,
      )
      await waitUntil(
        'the service worker did not stop',
        async () => !(await targets()).some(({ type }) => type === 'service_worker'),
        SERVICE_WORKER_STEP_MS,
      )
    },
    async hide() {
      await fetch(`${address}/json/new?about:blank`, { method: 'PUT' })
      await waitUntil('the page was not hidden', async () => {
        const isHidden = await evaluate(await pageSocket(), 'document.visibilityState === "hidden"')
        return isHidden === true
      })
    },
    async collectGarbage() {
      await call(await pageSocket(), 'HeapProfiler.collectGarbage', {})
    },
    async processes() {
      const answer = await call(await browserSocket(), 'SystemInfo.getProcessInfo', {})
      return Processes.parse(answer).processInfo.map(({ id }) => id)
    },
    async close() {
      // The call fails if Chromium has already ended.
      await browserSocket()
        .then((socket) => call(socket, 'Browser.close', {}))
        .catch(() => end('SIGKILL'))
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/**
 * Waits until the first tab has loaded. Chromium opens its port earlier, and Playwright cannot connect before.
 */
async function waitForTab(address: string): Promise<void> {
  await waitUntil('Chromium did not start', () =>
    fetch(`${address}/json/version`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const expression = 'location.href !== "about:blank" && document.readyState === "complete"'
  await waitUntil('the first page did not load', async () => {
    const targets = Targets.parse(await (await fetch(`${address}/json/list`)).json())
    const page = targets.find(({ type }) => type === 'page')
    if (page === undefined) return false
    // A page that begins to load at this moment refuses the call.
    return (await evaluate(page.webSocketDebuggerUrl, expression).catch(() => false)) === true
  })
}

async function waitUntil(
  failure: string,
  isReady: () => Promise<boolean>,
  timeoutMs = START_TIMEOUT_MS,
): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs
  while (!(await isReady())) {
    if (performance.now() > deadlineMs) throw new Error(failure)
    await pause(LOOK_EVERY_MS)
  }
}

/** Returns the value of an expression in a page, or of its promise. It may start sound, like a press of a person. */
async function evaluate(socketAddress: string, expression: string): Promise<unknown> {
  const how = { expression, userGesture: true, awaitPromise: true }
  const answer = await call(socketAddress, 'Runtime.evaluate', how)
  return Evaluated.parse(answer).result.value
}

/** Sends one command of the DevTools protocol over a separate connection, and returns the result. */
async function call(socketAddress: string, method: string, params: object): Promise<unknown> {
  const socket = new WebSocket(socketAddress)
  try {
    return await new Promise((resolve, reject) => {
      socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method, params })))
      socket.addEventListener('message', ({ data }) => {
        const answer = Answer.safeParse(JSON.parse(String(data)))
        if (answer.success) resolve(answer.data.result)
        else reject(new Error(`${method} was refused: ${String(data)}`))
      })
      socket.addEventListener('error', () => reject(new Error(`${method} failed`)))
      socket.addEventListener('close', () => reject(new Error(`${method} was cut off`)))
    })
  } finally {
    socket.close()
  }
}
