import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ApiUser, granted, signInLinked } from '@jointly/dev/world/api-user'
import { people } from '@jointly/dev/world/people'
import { firstPicture, startUnwatchedChromium } from '@jointly/dev/browsers/unwatched-chromium'
import { findChromium } from '@jointly/dev/setup/chromium'
import { median, type Row, row } from './report.ts'
import { withServer } from './temporary.ts'
import { knownSongs, voter } from './voters.ts'

/** This bench installs Lighthouse itself, because nothing else needs its 200 packages. */
const folder = join(import.meta.dirname, '../.cache/lighthouse')
const VERSION = '12.8.2'
const RUNS = 5
const BLOCKING = 'total-blocking-time'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const goals = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
/** The number of listed songs and of people in the measured session. */
const SONGS = 100
const PEOPLE = 50

/** The parts of a result of Lighthouse that this bench reads. */
type Result = {
  lhr: {
    categories: Record<string, { score: number | null }>
    audits: Record<string, { numericValue?: number; score?: number | null; title?: string }>
    runtimeError?: { message: string }
  }
}
type Lighthouse = {
  run(url: string, flags: Record<string, unknown>): Promise<Result>
  /** Runs in a page for a second and returns how fast the processor is. */
  readonly benchmark: () => number
}

/**
 * The benchmark index of the simulated phone: a mid-range phone. Lighthouse slows the processor down by a factor of 4
 * and expects a desktop with an index of 1500 to 2000. So the factor is calculated from the index of this machine, as
 * its documentation recommends (throttling.md). Otherwise the score would depend on the speed of the machine.
 */
const PHONE_INDEX = 1750 / 4

/**
 * The command that gives the main thread of a page real-time priority. On a phone with eight processors, this thread
 * seldom waits for a processor. Here it would wait for the server, Lighthouse and the other processes of the browser,
 * and Lighthouse counts this time as work of the page.
 */
const PRIORITY = ['chrt', '--rr', '--reset-on-fork', '1'] as const

/** Returns whether this user may give a process real-time priority. */
const canHavePriority = (): boolean => {
  const [program, ...args] = PRIORITY
  return spawnSync(program, [...args, 'true']).status === 0
}

/** A result of Lighthouse, and the factor by which it slowed the processor down. */
type Measured = Result['lhr'] & { readonly slowdown: number }

/**
 * Measures the first page and a session with Lighthouse on a simulated phone. Each figure is the median of five
 * runs. Each run is a first visit in a new browser; in the session a person is logged in. The session is also measured
 * without priority, to show how much of the result comes from this machine.
 */
export async function lighthouse(): Promise<Row[]> {
  const lighthouse = await loadLighthouse()
  return withServer(({ origin }) => measureAll(lighthouse, origin))
}

async function measureAll(lighthouse: Lighthouse, origin: string): Promise<Row[]> {
  const flags = canHavePriority() ? [`--renderer-cmd-prefix=${PRIORITY.join(' ')}`] : []
  if (flags.length === 0) console.log('Pages have no priority here, so the scores are lower than on a phone.')
  const runs = async (path: string, chromiumFlags: readonly string[], session?: Session) => {
    const results: Measured[] = []
    for (let count = 0; count < RUNS; count += 1) {
      await session?.poll()
      const url = `${origin}${path}`
      results.push(await measureInNewBrowser(lighthouse, url, chromiumFlags, session?.token))
    }
    return results
  }
  const measure = async (name: string, path: string, session?: Session): Promise<Row[]> => {
    const results = await runs(path, flags, session)
    const score = (category: string) => medianScore(results, category)
    const audit = (id: string) => medianAudit(results, id)
    return [
      ...categories.map((category) =>
        row(`${name}: ${category}`, score(category), '', { atLeast: goals[category] }),
      ),
      row(`${name}: layout shift × 1000`, audit('cumulative-layout-shift') * 1000, '', { atMost: 50 }),
      row(`${name}: largest paint`, audit('largest-contentful-paint'), 'ms'),
      row(`${name}: blocking time`, audit(BLOCKING), 'ms'),
      row(`${name}: slow-down of the processor`, median(results.map(({ slowdown }) => slowdown)), '×'),
    ]
  }
  const first = await measure('first page', '/')
  const session = await makeSession(origin)
  const path = `/#/app/${session.ssid}`
  const withPriority = await measure('session', path, session)
  const without = await runs(path, [], session)
  return [
    ...first,
    ...withPriority,
    row('session without priority: performance', medianScore(without, 'performance'), ''),
    row('session without priority: blocking time', medianAudit(without, BLOCKING), 'ms'),
  ]
}

const medianScore = (results: readonly Measured[], category: string): number =>
  median(results.map(({ categories: scores }) => (scores[category]?.score ?? 0) * 100))

const medianAudit = (results: readonly Measured[], id: string): number =>
  median(results.map(({ audits }) => audits[id]?.numericValue ?? 0))

/**
 * Measures a page once in a browser without stored data, as Lighthouse's own command does. In a browser that had
 * measured the page before, the end of the earlier page (100 to 190 ms) would count as work of the measured page. Only
 * Lighthouse is connected to the page, because Playwright would make the browser do more for each request and script.
 * @param flags further flags of Chromium
 * @param token of the person who is logged in; without it nobody is
 */
async function measureInNewBrowser(
  lighthouse: Lighthouse,
  url: string,
  flags: readonly string[],
  token: string | undefined,
): Promise<Measured> {
  const { origin } = new URL(url)
  const browser = await startUnwatchedChromium(findChromium() ?? '', origin, flags)
  try {
    if (token) await browser.evaluate((value) => localStorage.setItem('token', value), token)
    const slowdown = Number(await browser.evaluate(lighthouse.benchmark)) / PHONE_INDEX
    const { lhr } = await lighthouse.run(url, {
      port: browser.port,
      onlyCategories: categories,
      throttling: { cpuSlowdownMultiplier: slowdown },
      // From an empty page, the browser would start a new process, which can load the page before it records the load.
      blankPage: firstPicture(origin),
    })
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
    return { ...lhr, slowdown }
  } finally {
    await browser.close()
  }
}

type Session = {
  readonly ssid: string
  /** The token of the person who is measured. */
  readonly token: string
  /**
   * Polls once for each of the other people, so that they are active for 30 seconds (S4). This is done before each run,
   * because in a run these people would use the processor of the measured browser.
   */
  poll(): Promise<void>
}

/** Creates a session in which many people listen to a song, and in which others are listed. */
async function makeSession(origin: string): Promise<Session> {
  const alice = await signInLinked(origin, people.alice)
  const body = { title: 'Kitchen', managed: false, isPrivate: false }
  const { id: ssid } = granted(await alice.call('createSession', { body }))
  granted(await alice.call('session', { params: { ssid } }))
  const all = [alice]
  const poll = async ({ call }: ApiUser) => {
    granted(await call('session', { params: { ssid } }))
    granted(await call('play', { params: { ssid } }))
  }
  for (let number = 1; number < PEOPLE; number += 1) {
    const each = await voter(origin, `guest-${number}`)
    await poll(each)
    all.push(each)
  }
  const bob = await signInLinked(origin, people.bob)
  // The songs come from the playlists of two people, because one person has too few.
  const found = new Set([...(await knownSongs(alice, 80)), ...(await knownSongs(bob, 80))])
  if (found.size < SONGS) throw new Error(`only ${found.size} of ${SONGS} songs were found`)
  for (const [index, songID] of [...found].slice(0, SONGS).entries())
    for (const each of [alice, ...all.slice(1 + (index % 4), 1 + 2 * (index % 4))])
      granted(await each.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
  granted(await alice.call('play', { params: { ssid } }))
  return {
    ssid,
    token: alice.token,
    async poll() {
      for (const each of all.slice(1)) await poll(each)
    },
  }
}

async function loadLighthouse(): Promise<Lighthouse> {
  const root = join(folder, 'node_modules/lighthouse')
  if (!existsSync(root)) {
    await mkdir(folder, { recursive: true })
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `lighthouse@${VERSION}`], {
      stdio: 'inherit',
    })
  }
  const load = async (file: string) => (await import(pathToFileURL(join(root, file)).href)) as unknown
  // oxlint-disable typescript/no-unsafe-type-assertion -- the types of Lighthouse are not installed
  const { default: run } = (await load('core/index.js')) as { default: Lighthouse['run'] }
  const { pageFunctions } = (await load('core/lib/page-functions.js')) as {
    pageFunctions: { computeBenchmarkIndex: () => number }
  }
  // oxlint-enable typescript/no-unsafe-type-assertion
  return { run, benchmark: pageFunctions.computeBenchmarkIndex }
}
