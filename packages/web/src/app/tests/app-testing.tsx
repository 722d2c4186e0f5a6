import { RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { startTexts } from '../../shared/i18n/i18n.ts'
import { emptyState } from '../../shared/store/state.ts'
import { useStore } from '../../shared/store/store.ts'
import { router } from '../routing/router.tsx'
import { texts } from '../texts.ts'

let root: Root
let page: HTMLElement
// What a mounted router leaves behind would keep a later test's navigation waiting for a screen that is gone.
const { startTransition } = router

/** What the server answers to `METHOD /path`, or will answer; where nothing is said it is away. */
export type Answers = Record<string, unknown>
let answers: Answers
let sent: { call: string; body: unknown }[]

/** A live connection that never comes about. */
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
  const call = `${init?.method ?? 'GET'} ${address}`
  sent.push({ call, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null })
  const answer = await answers[call]
  if (answer instanceof Response) return answer.clone()
  if (answer === undefined) throw new TypeError('no net')
  return Response.json(answer)
}

/** A busy machine takes its time to load the code of a screen. */
const PATIENCE_MS = 45_000

/** Keeps the app open for the tests of a file. @param start opens it */
export function withApp(start: () => Promise<void> = startApp): void {
  beforeAll(start)
  afterAll(endApp)
}

/** The whole app, as it runs in a browser, over a server that answers what a test says. */
export async function startApp(): Promise<void> {
  // Screens are waited for as a person does, not driven step by step.
  globalThis.IS_REACT_ACT_ENVIRONMENT = false
  startTexts(texts)
  beginAnew()
  vi.stubGlobal('fetch', serve)
  vi.stubGlobal('WebSocket', NoSocket)
  vi.stubGlobal('Spotify', { Player: NoPlayer })
  page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
  root.render(<RouterProvider router={router} />)
  await shown(() => expect(page.querySelector('main')).not.toBeNull())
}

export function endApp(): void {
  root.unmount()
  page.remove()
  router.startTransition = startTransition
  vi.unstubAllGlobals()
  vi.resetConfig()
}

/** A browser that was never here, and a server that answers `next`. */
export function beginAnew(next: Answers = {}): void {
  answers = next
  sent = []
  localStorage.clear()
  sessionStorage.clear()
  useStore.setState(emptyState)
}

/** From now on the server answers these differently. */
export function answerNow(next: Answers): void {
  answers = { ...answers, ...next }
}

/** Opens an address of the app anew and waits until its screen is there. */
export async function open(path: string): Promise<void> {
  for (const to of ['/about', path]) {
    await router.navigate({ to })
    await router.load()
  }
  await shown(() => expect(page.querySelector('h1, h2, [role=progressbar]')).not.toBeNull())
}

/** Waits until what is loaded later is on the page. */
export const shown = (expectation: () => void) =>
  vi.waitFor(expectation, { interval: 5, timeout: PATIENCE_MS })

export const here = () => router.state.location.pathname
export const all = (selector: string) => [...page.querySelectorAll(selector)]
export const textOf = (selector: string) => all(selector).map((one) => one.textContent?.trim() ?? '')
export const words = () => page.textContent ?? ''
export const inputs = () =>
  [...page.querySelectorAll('input')].map(({ name, type, required }) => [name, type, required])
export const sentTo = (call: string) => sent.filter((each) => each.call === call).map(({ body }) => body)

/** The button or link with this name, be it text or label. */
export function named(name: string): HTMLElement {
  const found = [...page.querySelectorAll<HTMLElement>('button, a, [role=switch]')].find(
    (one) => one.getAttribute('aria-label') === name || one.textContent?.trim() === name,
  )
  if (!found) throw new Error(`nothing is called ${name} in: ${words()}`)
  return found
}

/** Presses what was found on the page. */
export function press(found: Element | undefined): void {
  if (!(found instanceof HTMLElement)) throw new Error(`nothing to press in: ${words()}`)
  found.click()
}

/** Writes into an input as a person does, so that the app hears of it. */
export function write(found: Element | undefined, text: string): void {
  if (!(found instanceof HTMLInputElement)) throw new Error(`nothing to write into in: ${words()}`)
  // React looks past a value that was set on the element itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(found, text)
  found.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Fills the form in by the names of its inputs, and sends it. */
export function send(values: Record<string, string>): void {
  for (const input of page.querySelectorAll('input')) input.value = values[input.name] ?? input.value
  page.querySelector('form')?.requestSubmit()
}
