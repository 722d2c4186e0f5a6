import { expect, it, onTestFinished } from 'vitest'
import { SSID } from '../../features/session/model/testing.ts'
import { insideTexts } from '../inside-texts.ts'
import { router } from '../routing/app-router.tsx'
import { texts } from '../texts.ts'
import { byName, eventually, open, queryAll, resetBrowser, withApp } from './app-testing.tsx'
import { loggedIn } from './inside-testing.ts'

withApp()

const { out } = insideTexts.session
const expectFocus = (text: string) =>
  eventually(() => {
    expect(document.activeElement?.matches('h1, h2')).toBe(true)
    expect(document.activeElement?.textContent).toContain(text)
  })
const headline = 'Listening to music jointly has never been easier.'

it.each([
  ['/form', texts.register.title],
  ['/forgot', texts.forgot.title],
  ['/join', texts.code.title],
  ['/how', texts.how.title],
  ['/about', texts.about.lead],
  ['/details', texts.details.lead],
])('D14 the heading of %s gets the focus', async (to, heading) => {
  resetBrowser()
  await open('/login')
  await expectFocus(headline)
  byName(texts.login.toForm).focus()
  await router.navigate({ to })
  await expectFocus(heading)
})

it('D14 the start page gives the focus to its headline after a logout', async () => {
  loggedIn({ 'POST /api/logout/': {} })
  await open('/main/settings')
  await eventually(() => byName('Log outOn this device').click())
  await expectFocus(headline)
})

it('D14 the home screen of a phone gives the focus to its heading', async () => {
  const { innerWidth } = window
  Object.assign(window, { innerWidth: 390 })
  onTestFinished(() => void Object.assign(window, { innerWidth }))
  loggedIn()
  await open('/app/timeline')
  await router.navigate({ to: '/app' })
  await expectFocus('Jointly')
})

it.each(['banned', 'policy'] as const)(
  'D14 S5 who may not be in a session any more (%s) reads why at once',
  async (code) => {
    loggedIn({
      [`GET /api/session/${SSID}`]: Response.json({ error: { code, message: '' } }, { status: 403 }),
    })
    await open(`/main/${SSID}`)
    await expectFocus(out[code])
    expect(document.title).toContain(out[code])
  },
)

it('D14 an unknown address gives the focus to its heading', async () => {
  resetBrowser()
  await open('/nowhere')
  await expectFocus(texts.state.missing)
  expect(queryAll('h1')).toHaveLength(1)
})
