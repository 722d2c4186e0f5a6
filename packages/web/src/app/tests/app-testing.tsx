import { RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest'
import { providerStore } from '../../shared/api/use-provider.ts'
import { setReachable } from '../../shared/browser/connection/online.ts'
import { startTexts } from '../../shared/i18n/i18n.ts'
import { emptyState } from '../../shared/store/state.ts'
import { useStore } from '../../shared/store/store.ts'
import { useToasts } from '../../shared/ui/toasts/toast.ts'
import { router } from '../routing/app-router.tsx'
import { texts } from '../texts.ts'

// All screens are loaded before the first test. Test files share their modules, and if a file ended while a screen
// was loading, the next file could not open this screen.
import.meta.glob(
  [
    '../live/*.tsx',
    '../shells/*.tsx',
    '../inside-texts.ts',
    '../../features/**/*.tsx',
    '../../shared/**/*.tsx',
    '!**/*.test.tsx',
  ],
  { eager: true },
)

let root: Root
let page: HTMLElement
// When the app is rendered, React's part of the router replaces this function. `endApp` puts the original back.
// Otherwise the next navigation would wait for a screen that no longer exists.
const { startTransition } = router

/** The answers of the server by `METHOD /path`. If there is no entry, the server does not answer. */
export type Answers = Record<string, unknown>
let answers: Answers
let sent: { call: string; body: unknown }[]

/** A live connection that never opens. */
class NoSocket {
  static readonly OPEN = 1
  readonly readyState = 0
  send(): void {}
  close(): void {}
}

/** A provider's player that never becomes a device. */
class NoPlayer {
  addListener = () => true
  connect = async () => false
  disconnect(): void {}
  activateElement = async () => {}
  getCurrentState = async () => null
}

async function serve(address: string, init?: RequestInit): Promise<Response> {
  // The app plays no sound in these tests, so it adds `?sound=off` to some addresses (K1). This part is removed here.
  const call = `${init?.method ?? 'GET'} ${address.replace('?sound=off', '')}`
  sent.push({ call, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null })
  const given = answers[call]
  const answer = await (given instanceof Promise ? Promise.race([given, abortOf(init?.signal)]) : given)
  if (answer instanceof Response) return answer.clone()
  if (answer === undefined) throw new TypeError('no net')
  return Response.json(answer)
}

/** Rejects when the request is aborted. */
async function abortOf(signal: AbortSignal | null | undefined): Promise<void> {
  await new Promise((resolve) => signal?.addEventListener('abort', resolve))
  signal?.throwIfAborted()
}

/** The timeout is long, because on a busy machine the code of a screen loads slowly. */
const TIMEOUT_MS = 180_000

/** Opens the app for all tests of a file. @param start opens the app */
export function withApp(start: () => Promise<void> = () => startApp()): void {
  beforeAll(start)
  afterAll(endApp)
}

/** Makes the time limits of requests use the timers that the test has faked. */
export function fakeRequestTimeouts(): void {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((timeoutMs) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), timeoutMs)
    return controller.signal
  })
}

/** Replaces the audio context that a press starts. @returns the function that starts it */
export function fakeAudioContext() {
  const resume = vi.fn<() => Promise<void>>(async () => undefined)
  vi.stubGlobal('AudioContext', function Context() {
    return { resume, close: resume }
  })
  onTestFinished(() => {
    window.pageAudio = undefined
  })
  return resume
}

/**
 * The running timers of the app. A timer that is left, for example for a late redirect, would change the screen of
 * the next file.
 */
const timers = new Set<ReturnType<typeof setTimeout>>()

function collectTimers(): void {
  const start = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (...args: Parameters<typeof start>) => {
    const timer = start(...args)
    timers.add(timer)
    return timer
  })
}

/**
 * Starts the whole app, as in a browser. The test sets the server's answers.
 * @param app the component to render; the default shows the screens only
 * @param beforeRender is called after the first screen is loaded, and before React renders it
 */
export async function startApp(
  app = <RouterProvider router={router} />,
  beforeRender = () => {},
): Promise<void> {
  // The tests wait for screens and do not use React's `act`, so React need not check for it.
  globalThis.IS_REACT_ACT_ENVIRONMENT = false
  startTexts(texts)
  resetBrowser()
  // An earlier file may have ended while its server could not be reached.
  setReachable(true)
  collectTimers()
  vi.stubGlobal('fetch', serve)
  vi.stubGlobal('WebSocket', NoSocket)
  vi.stubGlobal('Spotify', { Player: NoPlayer })
  // Another screen is opened first. Otherwise the screen that the previous file left open would open again.
  await router.navigate({ to: '/about' })
  page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
  root.render(app)
  beforeRender()
  await eventually(() => expect(page.querySelector('main')).not.toBeNull())
}

/**
 * Ends the app. Before, it logs the person out and opens a public screen, because nobody follows the browser's history
 * after the end. A navigation that first goes back over the entry of an open dialog would not arrive, and the next app
 * would be redirected without end.
 */
export async function endApp(): Promise<void> {
  resetBrowser()
  await router.navigate({ to: '/about', ignoreBlocker: true })
  root.unmount()
  for (const timer of timers) clearTimeout(timer)
  timers.clear()
  page.remove()
  router.startTransition = startTransition
  vi.unstubAllGlobals()
  vi.resetConfig()
}

/** Resets the browser and the answers of the server. */
export function resetBrowser(next: Answers = {}): void {
  answers = next
  sent = []
  localStorage.clear()
  sessionStorage.clear()
  useStore.setState(emptyState)
  // The next test must not take a message of an earlier one for its own.
  useToasts.setState({ toasts: [] })
  providerStore.setState({ provider: null })
}

/** Changes some answers of the server from now on. */
export function setAnswers(next: Answers): void {
  answers = { ...answers, ...next }
}

/** An answer of the server that refuses a call. @param fields the invalid fields, each with a reason */
export const refusal = (
  code: string,
  status: number,
  headers: Record<string, string> = {},
  fields?: Record<string, string>,
) => Response.json({ error: { code, message: '', fields } }, { status, headers })

/** Disconnects the device from the network, or connects it again. */
export function net(isThere: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: isThere, configurable: true })
  window.dispatchEvent(new Event(isThere ? 'online' : 'offline'))
}

/** Opens an address of the app and waits for its screen. */
export async function open(path: string): Promise<void> {
  for (const to of ['/about', path]) {
    await router.navigate({ to })
    await router.load()
  }
  await eventually(() => expect(page.querySelector('h1, h2, [role=progressbar]')).not.toBeNull())
}

/** Waits until an expectation holds, because the page loads data later. */
export const eventually = (expectation: () => void) =>
  vi.waitFor(expectation, { interval: 5, timeout: TIMEOUT_MS })

export const currentPath = () => router.state.location.pathname
export const queryAll = (selector: string) => [...page.querySelectorAll(selector)]
/** Returns the text of a form's button after an error. @param action the text of the button before the error */
export const retryOf = (action: string): string => texts.form.retry.replace('{{action}}', action)

export const textOf = (selector: string) => queryAll(selector).map((one) => one.textContent?.trim() ?? '')
export const pageText = () => page.textContent ?? ''
export const inputs = () =>
  [...page.querySelectorAll('input')].map(({ name, type, required }) => [name, type, required])
export const sentTo = (call: string) => sent.filter((each) => each.call === call).map(({ body }) => body)

/** Lists the sent calls that start with this text, for example `GET /api/invitation/`. */
export const sentCalls = (start: string) =>
  sent.map(({ call }) => call).filter((call) => call.startsWith(start))

const hasName = (one: Element, name: string) =>
  one.getAttribute('aria-label') === name || one.textContent?.trim() === name

/** Finds the button, link or switch with this text or label. */
export function byName(name: string): HTMLElement {
  const found = [...page.querySelectorAll<HTMLElement>('button, a, [role=switch]')].find((one) =>
    hasName(one, name),
  )
  if (!found) throw new Error(`nothing is called ${name} in: ${pageText()}`)
  return found
}

export function press(found: Element | undefined): void {
  if (!(found instanceof HTMLElement)) throw new Error(`nothing to press in: ${pageText()}`)
  found.click()
}

/** Returns the open dialog. It is not inside the root element of the app. */
export const dialog = () => document.querySelector('[role=dialog][aria-labelledby]')

/** Finds the button with this text or label in the open dialog or question. */
export function dialogButton(name: string): HTMLElement | undefined {
  const inside = '[role=dialog][aria-labelledby] button, [role=alertdialog] button'
  return [...document.querySelectorAll<HTMLElement>(inside)].find((one) => hasName(one, name))
}

/** Presses the button with this text or label in the open dialog or question. */
export const pressInDialog = (name: string) => press(dialogButton(name))

/** Writes a text into an input in the same way as a person, so that React notices. */
export function typeInto(found: Element | undefined, text: string): void {
  const field = [HTMLInputElement, HTMLTextAreaElement].find((each) => found instanceof each)
  if (!found || !field) throw new Error(`nothing to write into in: ${pageText()}`)
  // The setter of the prototype is used, because React ignores a value that is set on the element.
  Object.getOwnPropertyDescriptor(field.prototype, 'value')?.set?.call(found, text)
  found.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Chooses an option as a person does, so that React notices. */
export function choose(select: HTMLSelectElement | null | undefined, value: string): void {
  if (!select) throw new Error('there is no list to choose from')
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Fills in the form by the names of its inputs, and submits it. */
export function submitForm(values: Record<string, string>): void {
  for (const input of page.querySelectorAll('input')) input.value = values[input.name] ?? input.value
  page.querySelector('form')?.requestSubmit()
}
