import { expect, it } from 'vitest'
import { insideTexts } from '../inside-texts.ts'
import {
  byName,
  eventually,
  open,
  pageText,
  press,
  queryAll,
  sentTo,
  setAnswers,
  withApp,
} from './app-testing.tsx'
import { loggedIn } from './inside-testing.ts'

withApp()

it('O7 level 735 sees the results of the checks of the server, and what to do', async () => {
  const findings = [
    { check: 'disk', state: 'ok', text: 'There is room.' },
    { check: 'redis', state: 'problem', text: 'Redis is away.', fix: 'Start Redis.' },
    { check: 'clock', state: 'warning', text: 'The clock is off.', fix: 'Use NTP.' },
  ]
  loggedIn({ 'GET /api/doctor/': { findings } }, 735)
  await open('/main/settings')
  await eventually(() => expect(pageText()).toContain(insideTexts.settings.doctorText))
  press(queryAll('a[href="#/main/settings/doctor"]')[0])
  await eventually(() => expect(pageText()).toContain('1 problem · 1 warning'))
  expect(pageText()).toContain('Start Redis.')
  const signs = queryAll('[role=img][aria-label]').map((sign) => sign.getAttribute('aria-label'))
  expect(signs).toEqual(['Works', 'Problem', 'Warning'])
  const again = byName(insideTexts.doctor.again)
  again.focus()
  again.click()
  await eventually(() => expect(sentTo('GET /api/doctor/')).toHaveLength(2))
  expect(document.activeElement).toBe(byName(insideTexts.doctor.again))
  await eventually(() => expect(again.getAttribute('aria-busy')).toBeNull())
  expect(pageText()).toContain('1 problem · 1 warning')
})

it('O7 level 735 sees that the checks failed, tries again, and that everything works', async () => {
  loggedIn({}, 735)
  await open('/main/settings/doctor')
  await eventually(() => expect(queryAll('[role=alert]')).toHaveLength(1))
  expect(pageText()).not.toContain(insideTexts.doctor.good)
  const findings = [{ check: 'disk', state: 'ok', text: 'There is room.' }]
  setAnswers({ 'GET /api/doctor/': { findings } })
  press(queryAll('[role=alert] button')[0])
  await eventually(() => expect(pageText()).toContain(insideTexts.doctor.good))
})

it('O7 a person without level 735 reads whose page this is, and is not asked to try again', async () => {
  const refusal = Response.json({ error: { code: 'forbidden', message: '' } }, { status: 403 })
  loggedIn({ 'GET /api/doctor/': refusal })
  await open('/main/settings/doctor')
  await eventually(() => expect(pageText()).toContain(insideTexts.doctor.notYours))
  expect(queryAll('[role=alert]')).toEqual([])
})
