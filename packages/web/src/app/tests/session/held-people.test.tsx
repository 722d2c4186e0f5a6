import { expect, it } from 'vitest'
import { aSession, settled, SSID } from '../../../features/session/model/testing.ts'
import { insideTexts } from '../../inside-texts.ts'
import { byName, eventually, net, pageText, press, queryAll, setAnswers, withApp } from '../app-testing.tsx'
import { ANN, BEN, openSession, openTab, startInSession } from '../inside-testing.ts'

const { banned } = insideTexts.session.options
const CLEO = { id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a03', username: 'cleo' }
const DAN = { id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a04', username: 'dan' }
const path = `GET /api/session/${SSID}`
const session = { ...aSession().session, owner: ANN, managed: true, mode: 'managed' as const }
const all = [ANN, BEN, CLEO, DAN]

/** Opens a tab of a managed session with four people. */
async function openWithPeople(tab: string): Promise<void> {
  const options = { version: 1, managed: true, mods: [], banned: [] }
  await openSession({ session, active: all, activeCount: 4 }, { [`${path}/options`]: options })
  openTab(tab)
}

/** Lets Ben leave, and waits until the app knows it: the new title is part of the same answer. */
async function letBenLeave(): Promise<void> {
  const left = [ANN, CLEO, DAN]
  setAnswers({
    [path]: aSession({ session: { ...session, title: 'Garden' }, active: left, activeCount: 3 }),
  })
  net(false)
  await settled()
  net(true)
  await eventually(() => expect(pageText()).toContain('Garden'))
}

const point = (target: Element | undefined, type: string) =>
  target?.dispatchEvent(new PointerEvent(type, { bubbles: true }))

withApp(startInSession)

it('D18 S7 the people to ban keep their places while one of them is pressed', async () => {
  await openWithPeople('Options')
  await eventually(() => byName(banned.add))
  press(byName(banned.add))
  const labels = () =>
    queryAll('button[aria-label^="Ban "]').map((button) => button.getAttribute('aria-label'))
  await eventually(() => expect(labels()).toEqual(['Ban ben', 'Ban cleo', 'Ban dan']))
  const cleo = byName('Ban cleo')
  point(cleo, 'pointerdown')
  await letBenLeave()
  expect(labels()).toEqual(['Ban ben', 'Ban cleo', 'Ban dan'])
  point(cleo, 'pointerup')
  await eventually(() => expect(labels()).toEqual(['Ban cleo', 'Ban dan']))
})

it('D18 the people online keep their places while one of them is pressed', async () => {
  await openWithPeople('Social')
  const rows = () => queryAll('[role=tabpanel] li button[aria-haspopup=dialog]')
  await eventually(() => expect(rows()).toHaveLength(4))
  const cleo = rows()[2]
  expect(cleo?.textContent).toContain('cleo')
  point(cleo, 'pointerdown')
  await letBenLeave()
  expect(rows()).toHaveLength(4)
  expect(rows()[2]).toBe(cleo)
  point(cleo, 'pointerup')
  await eventually(() => expect(rows()).toHaveLength(3))
})
