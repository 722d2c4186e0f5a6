import { expect, it } from 'vitest'
import { SSID } from '../../../features/session/model/testing.ts'
import { rememberedTarget } from '../../../shared/browser/login-target.ts'
import { useStore } from '../../../shared/store/store.ts'
import { insideTexts } from '../../inside-texts.ts'
import {
  byName,
  currentPath,
  eventually,
  open,
  pageText,
  press,
  queryAll,
  textOf,
  withApp,
} from '../app-testing.tsx'
import {
  ANN,
  BEN,
  loggedIn,
  openSession,
  openTab,
  savedOptions,
  startInSession,
  USER,
  offersSave,
} from '../inside-testing.ts'

const texts = insideTexts.session.options
const cleo = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a03'

withApp(startInSession)

it('G5 warns before saving how many guests are removed when they are switched off', async () => {
  const robin = { id: cleo, username: 'Robin', guest: true as const }
  const warning = () => textOf(`section[aria-label="${texts.save.label}"] [role=alert]`).join()
  const switchGuests = async (active: (typeof robin | typeof ANN)[], activeCount: number) => {
    await openSession({ active, activeCount }, { [`GET /api/session/${SSID}/options`]: savedOptions })
    openTab('Options')
    await eventually(() => expect(pageText()).toContain(texts.guests.label))
    expect(warning()).toBe('')
    press(
      queryAll('label')
        .find((each) => each.textContent?.includes(texts.guests.label))
        ?.querySelector('input') ?? undefined,
    )
  }
  const discard = async () => {
    await eventually(() => expect(offersSave()).toBe(true))
    byName(texts.save.discard).click()
    await eventually(() => expect(offersSave()).toBe(false))
  }
  await switchGuests([ANN, robin, { ...robin, id: SSID }], 3)
  await eventually(() => expect(warning()).toBe(texts.guests.removed_other.replace('{{count}}', '2')))
  await discard()
  expect(warning()).toBe('')
  await switchGuests([ANN, robin], 60)
  await eventually(() => expect(warning()).toBe(texts.guests.removedAll))
  await discard()
  await switchGuests([ANN, BEN], 2)
  await discard()
  expect(warning()).toBe('')
})

it('G6 a guest finds the way to an account where it fits: below the playlists, and last in the social tab', async () => {
  const { title, keep } = insideTexts.toAccount
  await openSession()
  useStore.setState({ user: { ...USER, guest: true } })
  const toSettings = () => queryAll('[role=tabpanel] a[href="#/main/settings"]')
  openTab('Library')
  await eventually(() => expect(pageText()).toContain(insideTexts.session.library.guestText))
  // The text is about playlists, so the link does not speak of votes.
  expect(toSettings().map(({ textContent }) => textContent?.trim())).toEqual([title])
  openTab('Social')
  await eventually(() => expect(pageText()).toContain(insideTexts.session.social.link))
  expect(toSettings().map(({ textContent }) => textContent?.trim())).toEqual([keep])
  const panel = queryAll('[role=tabpanel]')[0]
  expect(panel?.textContent?.indexOf(keep)).toBeGreaterThan(
    panel?.textContent?.indexOf(insideTexts.session.social.link) ?? Infinity,
  )
})

it('S2 G6 a guest who needs an invitation can create an account and come back', async () => {
  const refused = Response.json({ error: { code: 'policy', message: '' } }, { status: 403 })
  loggedIn({ [`GET /api/session/${SSID}`]: refused })
  useStore.setState({ user: { ...USER, guest: true } })
  await open(`/main/${SSID}`)
  await eventually(() => expect(pageText()).toContain(insideTexts.session.out.policyGuestText))
  byName(insideTexts.toAccount.title).click()
  await eventually(() => expect(currentPath()).toBe('/main/settings'))
  expect(rememberedTarget()).toEqual({ kind: 'session', ssid: SSID })
})
