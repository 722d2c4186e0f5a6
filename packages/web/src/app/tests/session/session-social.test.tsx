import type { Role } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { aSession, SSID } from '../../../features/session/model/testing.ts'
import { queryAll, byName, sentTo, eventually, textOf, withApp, pageText, dialog } from '../app-testing.tsx'
import { insideTexts } from '../../inside-texts.ts'
import { ANN, BEN, openSession, openTab, provider, startInSession } from '../inside-testing.ts'

const { options, social } = insideTexts.session
const cleo = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a03'
const dan = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a04'
const friend = { id: cleo, user1: ANN.id, user2: cleo, is_friend: true, status: 'friends', username: 'cleo' }

/** Opens the social tab of Ann's session. The friend Cleo is not in the session. */
async function openSocial(more: Record<string, unknown> = {}): Promise<void> {
  await openSession({}, { 'GET /api/friends/': [friend], ...more })
  openTab('Social')
  await eventually(() => expect(pageText()).toContain(social.inviteFriends))
}

/** Returns the values of the fields that can be copied. */
const links = () =>
  queryAll('input[readonly]').flatMap((each) => (each instanceof HTMLInputElement ? [each.value] : []))

/** Opens the invite view. */
async function openInvites(more?: Record<string, unknown>): Promise<void> {
  await openSocial(more)
  byName(social.inviteFriends).click()
  await eventually(() => expect(byName('Invite cleo')).toBeDefined())
}

const sign = (name: string) => byName(name).querySelector('svg')?.getAttribute('class')

withApp(startInSession)

describe('the social tab (spec section 2)', () => {
  it('lists the people here under Online Now', async () => {
    await openSocial()
    expect(textOf('h3').some((heading) => heading.startsWith('Online Now'))).toBe(true)
    expect(pageText()).toContain(ANN.username)
    expect(pageText()).toContain(BEN.username)
  })

  it('shows the link of the session, and a share button only if the browser can share', async () => {
    await openSocial()
    expect(links().at(-1)).toBe(`${location.origin}/#/main/${SSID}`)
    expect(textOf('label')).toEqual([social.shortLink, social.link])
    expect(pageText()).not.toContain(social.share)
    const shared: unknown[] = []
    Object.defineProperty(navigator, 'share', {
      value: async (data: unknown) => void shared.push(data),
      configurable: true,
    })
    await openSocial()
    byName(social.share).click()
    Reflect.deleteProperty(navigator, 'share')
    expect(shared).toEqual([expect.objectContaining({ url: `${location.origin}/s/ABC234` })])
  })

  it('J4 a session without a short link does not call its only link long', async () => {
    await openSession()
    const session = { ...aSession().session, owner: ANN, policy: 'strict' as const }
    await openSession({ session })
    openTab('Social')
    await eventually(() => expect(textOf('label')).toEqual([social.onlyLink]))
  })

  it('J10 the share button in the header opens code and links, and closing returns the focus', async () => {
    await openSession()
    const button = byName(insideTexts.session.share.open)
    button.focus()
    button.click()
    await eventually(() => expect(dialog()?.textContent).toContain('ABC 234'))
    const fields = [...(dialog()?.querySelectorAll<HTMLInputElement>('input[readonly]') ?? [])].map(
      ({ value }) => value,
    )
    expect(fields).toEqual([`${location.origin}/s/ABC234`, `${location.origin}/#/main/${SSID}`])
    expect(dialog()?.querySelector('svg[role=img]')?.getAttribute('aria-label')).toContain('Kitchen')
    dialog()?.querySelector('button')?.click()
    await eventually(() => expect(document.activeElement).toBe(button))
  })

  it('J10 R1 the share dialog has the posters for people who may see the section `share`, and only for them', async () => {
    const share = { link: 'l', qr: '/qr.svg', qrPng: '/qr.png', pdf: '/a4.pdf', pdfLetter: '/letter.pdf' }
    const call = `GET /api/session/${SSID}/options`
    const { session, you } = aSession()
    const openAs = async (role: Role) => {
      const managed = { ...session, owner: BEN, managed: true, mode: 'managed' as const }
      await openSession(
        { session: managed, you: { ...you, role } },
        { [call]: { version: 1, managed: true, share } },
      )
      byName(insideTexts.session.share.open).click()
      await eventually(() => expect(dialogText()).toContain(social.longLinkText))
    }
    const dialogText = () => dialog()?.textContent
    const posters = () =>
      [...document.querySelectorAll('[role=dialog][aria-labelledby] a')].map((link) => [
        link.textContent,
        link.getAttribute('href'),
      ])
    await openAs('relate')
    await eventually(() =>
      expect(posters()).toEqual([
        [options.share.pdf, '/a4.pdf'],
        [options.share.pdfLetter, '/letter.pdf'],
      ]),
    )
    await openAs('guest')
    expect(posters()).toEqual([])
    expect(sentTo(call)).toEqual([])
  })

  it('J10 says that only this computer can open the link, if that is so', async () => {
    const here = social.onlyHere.replace('{{command}}', 'npm start -- --lan')
    for (const linkOrigin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      await openSocial({ 'GET /api/provider': { ...provider, linkOrigin } })
      await eventually(() => expect([linkOrigin, pageText().includes(here)]).toEqual([linkOrigin, true]))
    }
    for (const linkOrigin of ['http://192.168.1.7:3000', 'https://localhost.example.org']) {
      await openSocial({ 'GET /api/provider': { ...provider, linkOrigin } })
      await eventually(() => expect(links().at(-1)).toBe(`${linkOrigin}/#/main/${SSID}`))
      expect([linkOrigin, pageText().includes(here)]).toEqual([linkOrigin, false])
    }
  })

  it('J1 J4 shows the code and the short link of an open session, and neither of a closed one', async () => {
    await openSocial()
    expect(pageText()).toContain('ABC 234')
    expect(links()).toEqual([`${location.origin}/s/ABC234`, `${location.origin}/#/main/${SSID}`])
    const { session } = aSession()
    await openSession({ session: { ...session, policy: 'invite', owner: ANN } })
    openTab('Social')
    await eventually(() => expect(links()).toEqual([`${location.origin}/#/main/${SSID}`]))
    expect(pageText()).not.toContain('ABC 234')
  })

  it('I1 the invite view replaces the tab, with a button for each friend and a Done button', async () => {
    await openInvites({ 'GET /api/friends/': [friend, { ...friend, id: dan, user2: dan, username: 'dan' }] })
    expect(pageText()).not.toContain('Online Now')
    const rows = queryAll('[role=tabpanel] li')
    expect(rows.map((row) => row.querySelector('button')?.getAttribute('aria-label'))).toEqual([
      'Invite cleo',
      'Invite dan',
    ])
    byName(options.done).click()
    await eventually(() => expect(pageText()).toContain('Online Now'))
  })

  it('I1 the invite button shows the sending and then a check', async () => {
    await openInvites({ 'PUT /api/invite/': {} })
    expect(sign('Invite cleo')).toContain('lucide-send')
    byName('Invite cleo').click()
    await eventually(() => expect(pageText()).toContain(social.invited))
    expect(sentTo('PUT /api/invite/')).toEqual([{ invitedID: cleo, ssid: SSID }])
    const done = social.sentTo.replace('{{name}}', 'cleo')
    expect(sign(done)).toMatch(/lucide-check$/)
  })

  it('E3 an invitation that fails shows a warning and says why', async () => {
    const refusal = Response.json({ error: { code: 'policy', message: '' } }, { status: 403 })
    await openInvites({ 'PUT /api/invite/': refusal })
    byName('Invite cleo').click()
    await eventually(() => expect(queryAll('[data-state=failed] .lucide-triangle-alert')).toHaveLength(1))
    expect(textOf('[role=alert]')).toEqual([social.closed.replace('{{name}}', 'cleo')])
  })
})

// This test is the last one, because the app keeps the answer for later tests.
it('J8 the links have the origin that the server names', async () => {
  await openSocial({ 'GET /api/provider': { ...provider, linkOrigin: 'http://192.168.1.23:3000' } })
  await eventually(() =>
    expect(links()).toEqual(['http://192.168.1.23:3000/s/ABC234', `http://192.168.1.23:3000/#/main/${SSID}`]),
  )
})
