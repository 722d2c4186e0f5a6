import { describe, expect, it } from 'vitest'
import { aSession, SSID, settled } from '../../../features/session/model/testing.ts'
import { useStore } from '../../../shared/store/store.ts'
import { insideTexts } from '../../inside-texts.ts'
import {
  byName,
  eventually,
  net,
  pageText,
  press,
  queryAll,
  setAnswers,
  textOf,
  withApp,
  dialog,
} from '../app-testing.tsx'
import { ANN, BEN, openSession, openTab, savedOptions, startInSession } from '../inside-testing.ts'

const { options: texts, social, out, share } = insideTexts.session
const cleo = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a03'

withApp(startInSession)

describe('S2 warns before saving that people without an invitation are removed', () => {
  const robin = { id: cleo, username: 'Robin', guest: true as const }
  /** The warnings beside the save button, which is visible at any scroll position. */
  const warning = () => textOf(`section[aria-label="${texts.save.label}"] [role=alert]`)
  const discard = async () => {
    byName(texts.save.discard).click()
    await eventually(() => expect(queryAll('button[type=submit]')).toEqual([]))
  }
  const choose = async (policy: 'strict' | 'invite' | 'link' | 'free') => {
    await eventually(() => expect(pageText()).toContain(texts.policyText[policy]))
    press(
      queryAll('label')
        .find((each) => each.textContent?.includes(texts.policyText[policy]))
        ?.querySelector('input') ?? undefined,
    )
    await eventually(() => expect(queryAll('button[type=submit]')).not.toEqual([]))
  }
  const open = async (active: (typeof robin | typeof ANN)[], options: object = {}, activeCount = 0) => {
    await openSession(
      { active, activeCount: Math.max(activeCount, active.length) },
      { [`GET /api/session/${SSID}/options`]: { ...savedOptions, ...options } },
    )
    openTab('Options')
  }

  it.each(['invite', 'strict'] as const)('an account without an invitation, for %s', async (policy) => {
    await open([ANN, BEN, robin])
    await choose(policy)
    await eventually(() => expect(warning()).toEqual([texts.uninvited[policy]]))
    await discard()
  })

  it('an account that was not invited by the owner or a manager, from invite to strict', async () => {
    await open([ANN, BEN], { policy: 'invite' })
    await choose('strict')
    await eventually(() => expect(warning()).toEqual([texts.uninvited.strict]))
    await discard()
  })

  it('people who are not in the list of a large session', async () => {
    await open([ANN], {}, 60)
    await choose('invite')
    await eventually(() => expect(warning()).toEqual([texts.uninvited.invite]))
    await discard()
  })

  it('counts guests if only guests have to leave', async () => {
    await open([ANN, robin])
    await choose('strict')
    await eventually(() => expect(warning()).toEqual([texts.guests.removed_one.replace('{{count}}', '1')]))
    await discard()
  })

  it('says nothing if all may stay', async () => {
    const ben = { user_id: BEN.id, username: BEN.username, level: 'relate' }
    const ann = { user_id: ANN.id, username: ANN.username, level: 'owner' }
    await open([ANN, BEN], { managed: true, mods: [ann, ben] })
    await choose('strict')
    expect(warning()).toEqual([])
    await discard()
  })

  it('says nothing if more people may join', async () => {
    await open([ANN, BEN, robin], { policy: 'strict' })
    await choose('invite')
    expect(warning()).toEqual([])
    await choose('free')
    expect(warning()).toEqual([])
    await discard()
  })
})

it.each([
  ['link', social.linkText, social.longLinkText],
  ['invite', social.inviteOnly, undefined],
  ['strict', social.strictOnly, undefined],
] as const)('J10 the share dialog says who may join with the link, for %s', async (policy, who, longLink) => {
  const { session } = aSession()
  await openSession({ session: { ...session, owner: ANN, policy } })
  byName(share.open).click()
  await eventually(() => expect(dialog()?.textContent).toContain(who))
  expect(dialog()?.textContent?.includes(social.longLinkText)).toBe(longLink !== undefined)
})

it('S2 a refused person reads whom to ask, and a guest reads that guests cannot be invited', async () => {
  const refuse = async () => {
    await openSession()
    const refusal = Response.json({ error: { code: 'policy', message: '' } }, { status: 403 })
    setAnswers({ [`GET /api/session/${SSID}`]: refusal })
    net(false)
    await settled()
    net(true)
    await eventually(() => expect(textOf('h1')).toContain(out.policy))
  }
  await refuse()
  expect(pageText()).toContain(out.policyText)
  useStore.setState(({ user }) => ({ user: user && { ...user, guest: true } }))
  await eventually(() => expect(pageText()).toContain(out.policyGuestText))
  expect(pageText()).not.toContain(out.policyText)
})
