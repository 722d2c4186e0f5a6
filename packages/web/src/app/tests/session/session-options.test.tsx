import type { Options } from '@jointly/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aSession, SSID } from '../../../features/session/model/testing.ts'
import { watchInstallOffer } from '../../../shared/browser/install.ts'
import {
  queryAll,
  setAnswers,
  currentPath,
  byName,
  press,
  sentTo,
  eventually,
  textOf,
  withApp,
  pageText,
  typeInto,
  pressInDialog,
} from '../app-testing.tsx'
import { insideTexts } from '../../inside-texts.ts'
import { router } from '../../routing/app-router.tsx'
import {
  ANN,
  BEN,
  invite,
  openSession,
  openTab,
  startInSession,
  nameInput,
  offersSave,
} from '../inside-testing.ts'

const texts = insideTexts.session.options
const cleo = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a03'
const friend = { id: cleo, user1: ANN.id, user2: cleo, is_friend: true, status: 'friends', username: 'cleo' }
const path = `/api/session/${SSID}/options`

/** The options with all sections, as the owner of a managed session sees them. */
const options: Options = {
  version: 1,
  managed: true,
  managedUntil: null,
  title: 'Kitchen',
  skipPercent: 35,
  policy: 'link',
  flavor: { mode: 'blacklist', selected: [{ kind: 'artist', id: 'hum', name: 'The Hum' }] },
  mods: [{ user_id: ANN.id, username: 'ann', level: 'owner' }],
  banned: [],
  share: { link: 'l', qr: '/qr.svg', qrPng: '/qr.png', pdf: '/a4.pdf', pdfLetter: '/letter.pdf' },
}
const managed = { ...aSession().session, owner: ANN, managed: true, mode: 'managed' as const }

/** Opens the options tab of Ann's managed session. */
async function openOptions(more: Record<string, unknown> = {}, answer: unknown = options): Promise<void> {
  await openSession({ session: managed }, { [`GET ${path}`]: answer, 'GET /api/friends/': [friend], ...more })
  openTab('Options')
  await eventually(() => expect(pageText()).toContain(texts.leave))
}

const cardTitles = () => textOf('form h3, form h2')
const card = (title: string) =>
  queryAll('section').find((one) => one.querySelector('h3')?.textContent?.trim() === title)
const inCard = (title: string, label: string) =>
  press([...(card(title)?.querySelectorAll('button') ?? [])].find((one) => one.textContent?.trim() === label))

withApp(startInSession)

describe('the options (spec section 2)', () => {
  beforeEach(async () => {
    await openOptions()
    await eventually(() => expect(cardTitles()).toContain('Moderation'))
  })
  // Removes unsaved changes, because the editor would keep them for the next test.
  afterEach(() => {
    if (offersSave()) byName(texts.save.discard).click()
  })

  it('R1 have a title for each section', () => {
    for (const title of ['Managed session', 'Moderation', 'People', 'Flavors', 'Banned', 'Matcher'])
      expect(cardTitles()).toContain(title)
  })

  it('R5 a managed session offers its owner the downgrade, after a confirmation', async () => {
    inCard('Managed session', texts.managed.downgrade)
    await eventually(() => expect(document.body.textContent).toContain(texts.managed.downgradeTitle))
    pressInDialog(texts.managed.downgradeAction)
    await eventually(() => expect(sentTo(`POST /api/session/${SSID}/downgrade`)).toHaveLength(1))
  })

  it('R2 can be saved only when something changed, and save only the changes', async () => {
    expect(offersSave()).toBe(false)
    typeInto(nameInput(), 'Kitchen, Friday')
    await eventually(() => expect(offersSave()).toBe(true))
    typeInto(nameInput(), 'Kitchen')
    await eventually(() => expect(offersSave()).toBe(false))
  })

  it('move the focus to the tab’s panel when the save bar with the focus closes', async () => {
    typeInto(nameInput(), 'Kitchen, Friday')
    await eventually(() => expect(offersSave()).toBe(true))
    const discard = byName(texts.save.discard)
    discard.focus()
    discard.click()
    await eventually(() => expect(offersSave()).toBe(false))
    expect(document.activeElement?.getAttribute('role')).toBe('tabpanel')
    expect(document.activeElement?.contains(nameInput() ?? null)).toBe(true)
  })

  it('S3 let the browser check the title before anything is saved', async () => {
    typeInto(nameInput(), '')
    await eventually(() => expect(offersSave()).toBe(true))
    const report = vi.spyOn(HTMLFormElement.prototype, 'reportValidity')
    press(queryAll('button[type=submit]')[0])
    await eventually(() => expect(report).toHaveBeenCalledOnce())
    expect(sentTo(`POST ${path}`)).toEqual([])
    const input = nameInput()
    expect(input instanceof HTMLInputElement && input.checkValidity()).toBe(false)
  })

  it('have a choice of the policy: Strict, Invited, Link/QR or Free', () => {
    const choices = queryAll('fieldset').find((one) => one.textContent?.includes('Link/QR'))
    expect(choices?.querySelectorAll('input[type=radio]')).toHaveLength(4)
    for (const policy of ['Strict', 'Invited', 'Link/QR', 'Free'])
      expect(choices?.textContent).toContain(policy)
  })

  it('F2 have a choice of the flavor mode: Liberal (disabled), Blacklist or Whitelist', async () => {
    for (const mode of ['Liberal', 'Free (All)', 'Blacklist', 'Ban', 'Whitelist', 'Only'])
      expect(card('Flavors')?.textContent).toContain(mode)
    expect(card('Flavors')?.textContent).toContain('The Hum')
    const liberal = [...(card('Flavors')?.querySelectorAll('label') ?? [])].find((one) =>
      one.textContent?.includes('Liberal'),
    )
    press(liberal?.querySelector('input') ?? undefined)
    await eventually(() => expect(offersSave()).toBe(true))
    setAnswers({ [`POST ${path}`]: { ...options, version: 2, flavor: { mode: 'disabled', selected: [] } } })
    press(queryAll('button[type=submit]')[0])
    await eventually(() => expect(sentTo(`POST ${path}`)).toMatchObject([{ flavor: { mode: 'disabled' } }]))
  })

  it('R3 the add button replaces the list of moderators with a selection of friends', async () => {
    expect(card('People')?.textContent).toContain('ann')
    inCard('People', texts.people.add)
    await eventually(() => expect(card('People')?.textContent).toContain(texts.people.addTitle))
    expect(card('People')?.textContent).toContain('cleo')
    expect(card('People')?.textContent).not.toContain(texts.levelText.owner)
    byName('Make cleo a moderator').click()
    inCard('People', texts.done)
    await eventually(() => expect(card('People')?.textContent).toContain(texts.levelText.owner))
    expect(card('People')?.textContent).toContain('cleo')
    expect(offersSave()).toBe(true)
  })

  it('S5 the add button replaces the list of banned people with a selection of active people', async () => {
    inCard('Banned', texts.banned.add)
    await eventually(() => expect(card('Banned')?.textContent).toContain(texts.banned.addTitle))
    expect(card('Banned')?.textContent).toContain(BEN.username)
    expect(card('Banned')?.textContent).not.toContain(texts.banned.none)
  })

  it('S7 a ban in the options works at once, with an undo and without saving', async () => {
    inCard('Banned', texts.banned.add)
    const ban = `Ban ${BEN.username}`
    await eventually(() => byName(ban))
    byName(ban).click()
    const call = `PUT /api/session/${SSID}/people/${BEN.id}/ban`
    await eventually(() => expect(sentTo(call)).toEqual([{ banned: true }]))
    expect(offersSave()).toBe(false)
  })

  it('R5 a session that is managed for a month has a link to the upgrade, and one without an end has none', async () => {
    const upgrades = () => queryAll(`a[href$="/${SSID}/upgrade"]`)
    expect(upgrades()).toEqual([])
    await openOptions({}, { ...options, managedUntil: 1_800_000_000_000 })
    await eventually(() => expect(upgrades().map((link) => link.textContent)).toEqual([texts.managed.keep]))
  })

  it('F1 the add button replaces the flavor’s list with a selection', async () => {
    expect(card('Flavors')?.textContent).toContain('The Hum')
    inCard('Flavors', texts.flavor.add)
    await eventually(() => expect(card('Flavors')?.textContent).toContain(texts.flavor.addTitle))
    expect(card('Flavors')?.textContent).not.toContain('The Hum')
  })

  it('R2 the field that a person changes is not behind the save bar that appears', async () => {
    const field = document.querySelector<HTMLInputElement>('form input[required]')
    let scrolls = 0
    Object.assign(field ?? {}, { scrollIntoView: () => void scrolls++ })
    field?.focus()
    typeInto(nameInput(), 'Terrace')
    await eventually(() => expect(offersSave()).toBe(true))
    expect(scrolls).toBe(1)
    typeInto(nameInput(), 'Terrace 2')
    expect(scrolls).toBe(1)
  })

  it('offer QR code and poster, each in a new window', () => {
    const links = [...(card('Share')?.querySelectorAll('a') ?? [])]
    expect(links.map((link) => [link.getAttribute('href'), link.target])).toEqual([
      ['/qr.svg', '_blank'],
      ['/qr.png', '_blank'],
      ['/a4.pdf', '_blank'],
      ['/letter.pdf', '_blank'],
    ])
  })

  it('S6 the owner can delete the session after a confirmation', async () => {
    byName(texts.delete).click()
    await eventually(() => expect(document.body.textContent).toContain(texts.deleteConfirm))
    expect(currentPath()).toBe(`/main/${SSID}`)
  })
})

describe('options with missing sections', () => {
  it('S3 an unmanaged session offers its owner the upgrade', async () => {
    const { title, policy, version, skipPercent } = options
    await openSession({}, { [`GET ${path}`]: { version, managed: false, title, policy, skipPercent } })
    openTab('Options')
    await eventually(() => expect(cardTitles()).toContain('Random mode'))
    // The text names the moderators and managers.
    expect(card('Random mode')?.textContent).toContain(texts.random.offer)
    expect(byName(texts.random.upgrade).getAttribute('href')).toBe(`#/main/${SSID}/upgrade`)
    expect(card('People')).toBeUndefined()
    expect(pageText()).not.toContain(texts.share.title)
  })

  it('R5 after the upgrade, the options are open again, but not after a later visit', async () => {
    const saved = { version: 1, managed: false, title: 'Kitchen', policy: 'link', skipPercent: 35 }
    const row = { ...invite(1), uuid: SSID, session_uuid: SSID, ssid: SSID }
    await openSession(
      {},
      { [`GET ${path}`]: saved, 'GET /api/invites/': [row], [`POST /api/session/${SSID}/upgrade`]: {} },
    )
    const isOpen = () => queryAll('[role=tab][aria-selected=true]').map(({ textContent }) => textContent)
    openTab('Options')
    await eventually(() => expect(byName(texts.random.upgrade)).toBeDefined())
    byName(texts.random.upgrade).click()
    await eventually(() => expect(byName(insideTexts.upgrade.infiniteAction)).toBeDefined())
    byName(insideTexts.upgrade.infiniteAction).click()
    await eventually(() => expect(currentPath()).toBe(`/main/${SSID}`))
    await eventually(() => expect(isOpen()).toEqual(['Options']))
    await router.navigate({ to: '/main/timeline' })
    await eventually(() => expect(queryAll('[role=tab]')).toHaveLength(0))
    await router.navigate({ to: '/main/$ssid', params: { ssid: SSID } })
    await eventually(() => expect(queryAll('[role=tab]')).toHaveLength(4))
    expect(isOpen()).toEqual([])
  })

  it('R5 a person who leaves the upgrade for another screen does not return to the options later', async () => {
    const saved = { version: 1, managed: false, title: 'Kitchen', policy: 'link', skipPercent: 35 }
    const row = { ...invite(1), uuid: SSID, session_uuid: SSID, ssid: SSID }
    await openSession({}, { [`GET ${path}`]: saved, 'GET /api/invites/': [row] })
    openTab('Options')
    await eventually(() => expect(byName(texts.random.upgrade)).toBeDefined())
    byName(texts.random.upgrade).click()
    await eventually(() => expect(byName(insideTexts.upgrade.infiniteAction)).toBeDefined())
    await router.navigate({ to: '/main/timeline' })
    await eventually(() => expect(currentPath()).toBe('/main/timeline'))
    await router.navigate({ to: '/main/$ssid', params: { ssid: SSID } })
    await eventually(() => expect(queryAll('[role=tab]')).toHaveLength(4))
    expect(queryAll('[role=tab][aria-selected=true]')).toEqual([])
  })

  it('E3 options that cannot be loaded show an error, and the rest of the tab stays', async () => {
    const answer = Promise.withResolvers<Response>()
    await openOptions({}, answer.promise)
    expect(textOf('form [role=status]')).toContain(texts.loading)
    answer.resolve(Response.json({ error: { code: 'database-away', message: '' } }, { status: 503 }))
    // Another call failed before, so the app may load the options a second time.
    await eventually(() => {
      expect(pageText()).toContain(texts.failed.split('.')[0])
      expect(textOf('form [role=status]')).not.toContain(texts.loading)
      expect(queryAll('form div[aria-hidden]')).toEqual([])
    })
    expect(byName(texts.delete)).toBeDefined()
    expect(currentPath()).toBe(`/main/${SSID}`)
  })

  it('D10 Add to Homescreen is shown if the browser offers to install the app', async () => {
    watchInstallOffer()
    await openOptions()
    expect(cardTitles()).not.toContain(texts.homescreen.title)
    dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => {} }))
    await eventually(() => expect(card('Add to Homescreen')?.textContent).toContain('Open as App'))
    dispatchEvent(new Event('appinstalled'))
    await eventually(() => expect(cardTitles()).not.toContain(texts.homescreen.title))
  })
})
