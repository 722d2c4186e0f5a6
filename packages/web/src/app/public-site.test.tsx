// @vitest-environment happy-dom
import { RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeToken } from '../shared/browser/token.ts'
import { startTexts } from '../shared/i18n/i18n.ts'
import { useStore } from '../shared/store/store.ts'
import { router } from './router.tsx'
import { texts } from './texts.ts'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

let root: Root
let page: HTMLElement
// What a mounted router leaves behind would keep a later test's navigation waiting for a screen that is gone.
const { startTransition } = router

/** Opens an address of the app anew and waits until its screen is there. */
async function open(path: string): Promise<void> {
  for (const to of ['/about', path]) {
    await router.navigate({ to })
    await router.load()
  }
  await shown(() => expect(page.querySelector('h1, h2, [role=progressbar]')).not.toBeNull())
}

/** Waits until what is loaded later is on the page. */
const shown = (expectation: () => void) => vi.waitFor(expectation, { interval: 5 })

/** What the server answers to each call, for one test. */
let answers: Record<string, [body: unknown, init?: ResponseInit]>

/** Fills the form in by the names of its inputs, and sends it. */
function send(values: Record<string, string>): void {
  for (const input of page.querySelectorAll('input')) input.value = values[input.name] ?? ''
  page.querySelector('form')?.requestSubmit()
}

const button = () => textOf('form button[type=submit]')[0]

const textOf = (selector: string) =>
  [...page.querySelectorAll(selector)].map((one) => one.textContent?.trim())
const inputs = () =>
  [...page.querySelectorAll('input')].map(({ name, type, required }) => [name, type, required])

beforeAll(async () => {
  // Screens are waited for as a person does, not driven step by step.
  globalThis.IS_REACT_ACT_ENVIRONMENT = false
  startTexts(texts)
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    const answer = answers[`${init?.method ?? 'GET'} ${address}`]
    // Where nothing is said the server is away: the public site shows itself even so.
    return answer ? Promise.resolve(Response.json(...answer)) : Promise.reject(new TypeError('no net'))
  })
  page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
  root.render(<RouterProvider router={router} />)
  await shown(() => expect(page.querySelector('main')).not.toBeNull())
})

beforeEach(() => {
  answers = {}
  localStorage.clear()
  sessionStorage.clear()
})

afterAll(() => {
  root.unmount()
  page.remove()
  router.startTransition = startTransition
  vi.unstubAllGlobals()
})

describe('the public site (spec section 2)', () => {
  it('leads from its root to the login, with the tagline beside it', async () => {
    await open('/')
    expect(router.state.location.pathname).toBe('/login')
    expect(textOf('h1')).toEqual(['Listening to music jointly has never been easier.'])
  })

  it('has a navigation with Join Us, How To, Login, About and More', async () => {
    await open('/login')
    expect(textOf('nav a')).toEqual(['Join Us', 'How To', 'Login', 'About', 'More'])
  })

  it('hides its navigation on onboarding and loader', async () => {
    storeToken('secret')
    for (const path of ['/onboarding', '/load']) {
      await open(path)
      expect(router.state.location.pathname).toBe(path)
      expect(page.querySelector('nav')).toBeNull()
    }
  })

  it('shows Coming Soon on join', async () => {
    await open('/join')
    expect(page.textContent).toContain('Coming Soon')
    expect(page.textContent).toContain('We will let You know when time has come')
  })

  it('shows the headline and the three steps on how', async () => {
    await open('/how')
    expect(textOf('h1')).toHaveLength(1)
    expect(textOf('h2')).toEqual(['Join or create a session', 'Start playing', 'Vote existing or new songs'])
  })

  it('shows about and details', async () => {
    for (const path of ['/about', '/details']) {
      await open(path)
      expect(textOf('h1')[0]?.length).toBeGreaterThan(0)
    }
  })

  it('registers by username, email and password, with a Create button', async () => {
    await open('/form')
    await shown(() => expect(inputs()).toHaveLength(3))
    expect(inputs()).toEqual([
      ['username', 'text', true],
      ['email', 'email', true],
      ['password', 'password', true],
    ])
    expect(textOf('form button[type=submit]')).toEqual(['Create'])
    expect(page.textContent).toContain('2-20 Chars')
    expect(page.textContent).toContain('Uppercase, Lowercase, Number')
  })

  it('claims a ticket with the same fields', async () => {
    await open('/activate/some-code')
    await shown(() => expect(inputs()).toHaveLength(3))
    expect(textOf('form button[type=submit]')).toEqual(['Claim'])
  })
})

describe('the login', () => {
  it('asks for user and password, both required', async () => {
    await open('/login')
    expect(inputs()).toEqual([
      ['username', 'text', true],
      ['password', 'password', true],
    ])
    expect(textOf('form button[type=submit]')).toEqual(['Login'])
  })

  it('D10 with a stored token it reads Get In, hides its fields and goes straight to the loader', async () => {
    storeToken('secret')
    await open('/login')
    expect(inputs()).toEqual([])
    const button = [...page.querySelectorAll('button')].find((one) => one.textContent?.trim() === 'Get In')
    button?.click()
    await shown(() => expect(router.state.location.pathname).toBe('/load'))
  })

  it('D10 the text null is no token: the fields are there', async () => {
    localStorage.setItem('token', 'null')
    await open('/login')
    expect(inputs()).toHaveLength(2)
  })

  it('A2 stores who logged in, and leads to the loader after 100 ms', async () => {
    const id = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'
    const user = { id, username: 'ann', email: 'ann@example.org', level: 0 }
    answers['POST /api/user/'] = [{ user, active: { id: '1', token: 'secret' } }]
    await open('/login')
    const timers = vi.spyOn(globalThis, 'setTimeout')
    send({ username: 'ann', password: 'anything' })
    await shown(() => expect(router.state.location.pathname).toBe('/load'))
    expect(timers).toHaveBeenCalledWith(expect.any(Function), 100)
    expect(localStorage.getItem('token')).toBe('secret')
    expect(useStore.getState()).toMatchObject({ user, active: { token: 'secret' } })
  })

  it('A3 a failed login is told, stores nothing, and the form is there for another try', async () => {
    answers['POST /api/user/'] = [{ error: { code: 'credentials', message: '' } }, { status: 401 }]
    await open('/login')
    send({ username: 'ann', password: 'wrong' })
    await shown(() => expect(button()).toBe(texts.form.retry))
    expect(page.querySelector('[role=alert]')?.textContent).toContain(texts.error.credentials)
    expect(localStorage.getItem('token')).toBeNull()
  })
})

describe('claiming a ticket', () => {
  const claim = { username: 'ann', email: 'ann@example.org', password: 'abcde1' }

  it('A6 a claimed ticket leads to the login', async () => {
    answers['POST /api/ticket/some-code'] = [{ success: true }]
    await open('/activate/some-code')
    await shown(() => expect(inputs()).toHaveLength(3))
    send(claim)
    await shown(() => expect(router.state.location.pathname).toBe('/login'))
  })

  it.each([
    ['A6 a refused ticket sends the form to retry', { error: { code: 'ticket', message: '' } }, 422],
    ['A6 an answer without success sends the form to retry', {}, 200],
  ])('%s', async (_, body, status) => {
    answers['POST /api/ticket/some-code'] = [body, { status }]
    await open('/activate/some-code')
    await shown(() => expect(inputs()).toHaveLength(3))
    send(claim)
    await shown(() => expect(button()).toBe(texts.form.retry))
    expect(router.state.location.pathname).toBe('/activate/some-code')
  })
})
