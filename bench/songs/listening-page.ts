import { setTimeout as pause } from 'node:timers/promises'
import { granted, type ApiUser } from '@jointly/dev/world/api-user'
import { type Browser, type CDPSession, expect, type Page } from '@playwright/test'
import { knownSongs } from '../voters.ts'

declare global {
  interface Window {
    /** When the page first played sound, by `performance.now` in milliseconds. */
    firstSoundMs: number | null
  }
}

export const PLAY = { name: 'Play', exact: true } as const
const LOOK_AROUND_MS = 2_500
const SOUND_TIMEOUT_MS = 30_000
const LOOK_EVERY_MS = 50

export type ListeningPage = {
  readonly page: Page
  readonly cdp: CDPSession
  /** Presses Play. @returns the time until the first sound, in milliseconds; infinite if none came in time */
  play(timeoutMs?: number): Promise<number>
  close(): Promise<void>
}

/**
 * Opens a session with a song.
 * @param song the id, or the index among the songs that the host knows. A new index gives a bundled song that was not
 * rendered before
 */
export async function openListeningPage(
  browser: Browser,
  origin: string,
  host: ApiUser,
  song: number | string,
): Promise<ListeningPage> {
  const ssid = await sessionWith(host, song)
  const context = await browser.newContext({
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: [{ name: 'token', value: host.token }] }],
    },
  })
  await context.addInitScript(noticeSound)
  const page = await context.newPage()
  await page.goto(`${origin}/#/app/${ssid}`)
  await waitForPlay(page)
  return {
    page,
    cdp: await context.newCDPSession(page),
    async play(timeoutMs = SOUND_TIMEOUT_MS) {
      await page.evaluate(() => {
        addEventListener('click', () => performance.mark('pressed'), { capture: true, once: true })
      })
      await page.getByRole('button', PLAY).click()
      for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += LOOK_EVERY_MS) {
        const tookMs = await page.evaluate(() => {
          const [pressed] = performance.getEntriesByName('pressed')
          return pressed && window.firstSoundMs !== null ? window.firstSoundMs - pressed.startTime : null
        })
        if (tookMs !== null) return tookMs
        await pause(LOOK_EVERY_MS)
      }
      return Number.POSITIVE_INFINITY
    },
    async close() {
      await context.close()
      await host.call('deleteSession', { params: { ssid } })
    },
  }
}

/** Opens a session with a song, as in `openListeningPage`. @returns the id of the session */
export async function sessionWith(host: ApiUser, song: number | string): Promise<string> {
  const songId = typeof song === 'string' ? song : ((await knownSongs(host, song + 1))[song] ?? '')
  const body = { title: 'Kitchen', managed: false, isPrivate: false }
  const { id: ssid } = granted(await host.call('createSession', { body }))
  granted(await host.call('session', { params: { ssid } }))
  granted(await host.call('voteUp', { params: { ssid }, body: { songID: songId, vote: 'up' } }))
  return ssid
}

/** Waits until the page of a session can play, and then as long as a person needs to press Play. */
export async function waitForPlay(page: Page): Promise<void> {
  await expect(page.getByRole('button', PLAY)).toBeVisible({ timeout: 20_000 })
  await pause(LOOK_AROUND_MS)
}

/** Stores when the first sound goes to the loudspeaker, in `firstSoundMs`. This runs in the page. */
function noticeSound(): void {
  const silence = 0.003
  window.firstSoundMs = null
  const plainConnect = AudioNode.prototype.connect
  const watched = new WeakSet<BaseAudioContext>()
  AudioNode.prototype.connect = function connect(this: AudioNode, ...to: unknown[]): AudioNode {
    Reflect.apply(plainConnect, this, to)
    if (to[0] instanceof AudioDestinationNode && !watched.has(this.context)) {
      watched.add(this.context)
      const analyser = new AnalyserNode(this.context, { fftSize: 512 })
      Reflect.apply(plainConnect, this, [analyser])
      const samples = new Float32Array(analyser.fftSize)
      const timer = setInterval(() => {
        analyser.getFloatTimeDomainData(samples)
        if (!samples.some((sample) => Math.abs(sample) > silence)) return
        window.firstSoundMs = performance.now()
        clearInterval(timer)
        analyser.disconnect()
      }, 10)
    }
    return to[0] instanceof AudioNode ? to[0] : this
  }
}
