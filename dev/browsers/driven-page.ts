import { setTimeout as pause } from 'node:timers/promises'

/** A value that can be sent to a page. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** The actions of one input device, in the format of WebDriver and WebDriver BiDi. */
export type InputSource =
  | { type: 'pointer'; id: string; parameters: { pointerType: 'mouse' }; actions: PointerStep[] }
  | { type: 'key'; id: string; actions: KeyStep[] }
type PointerStep =
  | { type: 'pointerMove'; x: number; y: number; duration: number }
  | { type: 'pointerDown' | 'pointerUp'; button: number }
type KeyStep = { type: 'keyDown' | 'keyUp'; value: string }

/** One tab of a real browser, which is controlled by WebDriver or WebDriver BiDi. */
export type DrivenPage = {
  goto(address: string): Promise<void>
  /**
   * Runs the text of a function in the page.
   * @returns the result of the function; it must be serialisable as JSON
   * @throws the error of the function
   */
  call(functionText: string, args: readonly Json[]): Promise<unknown>
  /** Sends real input events. The browser treats them as actions of a person and allows the page to play sound. */
  perform(input: InputSource): Promise<void>
  /** Takes a picture of the visible part of the page, as PNG. */
  screenshot(): Promise<Buffer>
  /** The uncaught errors of the page so far. */
  errors(): Promise<readonly string[]>
  close(): Promise<void>
}

/** Runs a function in a page. The function cannot use anything that is defined outside it. */
export async function evaluate<Args extends readonly Json[], Result>(
  page: DrivenPage,
  run: (...args: Args) => Result | Promise<Result>,
  ...args: Args
): Promise<Result> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page returns what the function returns
  return (await page.call(String(run), args)) as Result
}

const TRY_AGAIN_MS = 50

/**
 * Waits until a function in the page returns a value other than null and false.
 * @throws an error with the description after the time limit
 */
export async function waitFor<Args extends readonly Json[], Result>(
  page: DrivenPage,
  description: string,
  run: (...args: Args) => Result | null | false,
  ...args: Args
): Promise<Result> {
  const deadlineMs = performance.now() + 120_000
  for (;;) {
    const found = await evaluate(page, run, ...args)
    if (found !== null && found !== false) return found
    if (performance.now() > deadlineMs) throw new Error(`The page never had ${description}.`)
    await pause(TRY_AGAIN_MS)
  }
}

/**
 * Waits for a button, link or tab, and presses it.
 * @param name its accessible name, or the start of the name
 */
export async function press(page: DrivenPage, name: string): Promise<void> {
  const look = () => waitFor(page, `something to press with the name “${name}”`, centreOfControl, name)
  let { x, y } = await look()
  // Waits until the control does not move any more, because a press would miss a moving control.
  for (;;) {
    await pause(TRY_AGAIN_MS)
    const now = await look()
    if (now.x === x && now.y === y) break
    ;({ x, y } = now)
  }
  await page.perform({
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x, y, duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  })
}

/** Types text into the field that has the focus. */
export async function type(page: DrivenPage, text: string): Promise<void> {
  const actions = [...text].flatMap((value): KeyStep[] => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  await page.perform({ type: 'key', id: 'keyboard', actions })
}

/** The Enter key, as WebDriver and WebDriver BiDi name it. */
export const ENTER = '\uE007'

/**
 * Finds the centre of the first visible control with this name that no other element covers. This runs in the page.
 */
function centreOfControl(name: string): { x: number; y: number } | null {
  const nameOf = (element: Element) => {
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    const label = isField ? element.labels?.[0] : null
    return (element.getAttribute('aria-label') ?? (label ?? element).textContent).trim()
  }
  const all = [...document.querySelectorAll('button:enabled, a[href], [role=tab], input:enabled, textarea')]
  const exact = all.filter((control) => nameOf(control) === name)
  // If no name is equal, the start of the name is enough, because some names end with a count.
  const controls = exact.length > 0 ? exact : all.filter((control) => nameOf(control).startsWith(name))
  for (const control of controls) {
    control.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    const { left, top, width, height } = control.getBoundingClientRect()
    const x = Math.round(left + width / 2)
    const y = Math.round(top + height / 2)
    const target = document.elementFromPoint(x, y)
    if (width > 0 && target !== null && (control.contains(target) || target.contains(control)))
      return { x, y }
  }
  return null
}
