import { expect, it, onTestFinished } from 'vitest'
import { useStore } from '../../../shared/store/store.ts'
import {
  eventually,
  open,
  pageText,
  queryAll,
  refusal,
  resetBrowser,
  setAnswers,
  textOf,
  typeInto,
  withApp,
} from '../app-testing.tsx'
import { invite, loggedIn, playing, setGuest, ssid } from '../inside-testing.ts'
import { texts } from '../../texts.ts'

withApp()

const field = () => queryAll('input[name=code]')[0]

/** Changes the home list, as the live connection does. */
function setInvites(invites: ReturnType<typeof invite>[]): void {
  setAnswers({ 'GET /api/invites/': invites })
  useStore.setState({ invites })
}

it.each([
  ['at /main', '/main', () => {}],
  ['at /app', '/app', () => {}],
  ['at /app of a guest', '/app', () => setGuest(ssid(1))],
])(
  'J6 D14 the code field %s keeps its text and focus when sessions come, start and stop',
  async (_, path, prepare) => {
    const { innerWidth } = window
    onTestFinished(() => void Object.assign(window, { innerWidth }))
    if (path === '/app') Object.assign(window, { innerWidth: 390 })
    loggedIn()
    prepare()
    await open(path)
    await eventually(() => expect(field()).toBeDefined())
    const typed = field()
    if (!(typed instanceof HTMLInputElement)) throw new Error('unreachable')
    typed.focus()
    typeInto(typed, 'ABC')
    // On a desktop, a session that plays is beside the list, too.
    for (const [invites, links] of [
      [[invite(1, playing)], path === '/main' ? 2 : 1],
      [[invite(1)], 1],
      [[], 0],
    ] as const) {
      setInvites([...invites])
      await eventually(() => expect(queryAll(`[href$="${ssid(1)}"]`)).toHaveLength(links))
      expect(field()).toBe(typed)
      expect(document.activeElement).toBe(typed)
      expect(typed.value).toBe('ABC')
    }
    setAnswers({
      'GET /api/invites/': Response.json({ error: { code: 'internal', message: '' } }, { status: 500 }),
    })
    document.dispatchEvent(new Event('visibilitychange'))
    await eventually(() => expect(pageText()).toContain(texts.error.internal))
    expect([field(), document.activeElement, typed.value]).toEqual([typed, typed, 'ABC'])
  },
)

it('J6 a code that is pasted over a refused one shows that it is looked up', async () => {
  resetBrowser({
    'GET /api/invitation/?code=ABC234': refusal('not-found', 404),
    'GET /api/invitation/?code=DEF567': new Promise(() => {}),
  })
  await open('/join')
  typeInto(field(), 'ABC 234')
  await eventually(() => expect(textOf('[role=alert]')).toEqual([texts.field.noSession]))
  typeInto(field(), 'DEF 567')
  await eventually(() => expect(textOf('button[type=submit]')).toEqual([texts.form.loading]))
})
