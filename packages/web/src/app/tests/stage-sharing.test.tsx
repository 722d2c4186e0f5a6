import { describe, expect, it, vi } from 'vitest'
import { aSession, settled, SSID } from '../../features/session/model/testing.ts'
import { storedStage } from '../../shared/browser/stage-secret.ts'
import { useToasts } from '../../shared/ui/toasts/toast.ts'
import { insideTexts } from '../inside-texts.ts'
import { texts as siteTexts } from '../texts.ts'
import {
  byName,
  eventually,
  sentTo,
  setAnswers,
  typeInto,
  withApp,
  dialog,
  pressInDialog,
} from './app-testing.tsx'
import { openSession, provider, startInSession } from './inside-testing.ts'

const texts = insideTexts.session.stages
const path = `/api/session/${SSID}/stages`
const options = `GET /api/session/${SSID}/options`
const stage = {
  id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a09',
  number: 2,
  name: null,
  sound: false,
  pairedAt: 100_000_000,
  usedAt: 1,
  isOn: true,
}
const earlier = { ...stage, id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a08', number: 1, pairedAt: 1 }
const nameOf = ({ number }: typeof stage) => texts.name.replace('{{number}}', String(number))
/** The names in the list of screens, without the time below each. */
const names = () =>
  [...(dialog()?.querySelectorAll('li') ?? [])].map((row) => row.querySelector('[dir=auto]')?.textContent)

/** Opens the share dialog of a person with this role. */
async function openSharing(role: 'owner' | 'guest', more: Record<string, unknown> = {}): Promise<void> {
  const { you } = aSession()
  await openSession(
    { you: { ...you, role } },
    {
      'GET /api/provider': provider,
      [`GET ${path}`]: [],
      [options]: { version: 1, managed: true },
      ...more,
    },
  )
  byName(insideTexts.session.share.open).click()
  await eventually(() => expect(dialog()?.textContent).toContain('ABC 234'))
}

withApp(startInSession)

describe('the big screens in the share dialog', () => {
  it('J8 the address for the screen is the one that others can open', async () => {
    await openSharing('owner')
    await eventually(() =>
      expect(dialog()?.textContent).toContain(texts.text.replace('{{address}}', 'jointly.example/#/stage')),
    )
  })

  it('X10 an owner pairs a screen by its code, gives it sound and removes it', async () => {
    await openSharing('owner')
    await eventually(() => expect(dialog()?.textContent).toContain(texts.title))
    setAnswers({ [`PUT ${path}`]: [stage], [`GET ${path}`]: [stage] })
    typeInto(dialog()?.querySelector('form input') ?? undefined, 'kdh 234')
    pressInDialog(texts.connect)
    await eventually(() => expect(dialog()?.querySelectorAll('li')).toHaveLength(1))
    expect(sentTo(`PUT ${path}`)).toEqual([{ code: 'kdh 234', sound: false }])
    expect(useToasts.getState().toasts.map(({ text }) => text)).toContain(texts.connected)

    const own = `${path}/${stage.id}`
    setAnswers({ [`POST ${own}`]: [stage], [`DELETE ${own}`]: [], [`GET ${path}`]: [] })
    pressInDialog(texts.unsilence.replace('{{name}}', nameOf(stage)))
    await eventually(() => expect(sentTo(`POST ${own}`)).toEqual([{ sound: true }]))
    await eventually(() => expect(dialog()?.querySelectorAll('li')).toHaveLength(0))
  })

  it('X10 a screen keeps its name when another one is removed', async () => {
    const own = `${path}/${earlier.id}`
    await openSharing('owner', { [`GET ${path}`]: [earlier, stage], [`DELETE ${own}`]: [stage] })
    await eventually(() => expect(names()).toEqual([nameOf(earlier), nameOf(stage)]))
    setAnswers({ [`GET ${path}`]: [stage] })
    pressInDialog(texts.remove.replace('{{name}}', nameOf(earlier)))
    await eventually(() => expect(names()).toEqual([nameOf(stage)]))
  })

  it('E3 X10 a list of screens that fails says so, and is loaded again', async () => {
    const error = { code: 'database-away', message: '' }
    await openSharing('owner', { [`GET ${path}`]: Response.json({ error }, { status: 503 }) })
    await eventually(() =>
      expect(dialog()?.querySelector('[role=alert]')?.textContent).toContain(siteTexts.state.failed),
    )
    setAnswers({ [`GET ${path}`]: [stage] })
    pressInDialog(siteTexts.state.retry)
    await eventually(() => expect(names()).toEqual([nameOf(stage)]))
    expect(dialog()?.querySelector('[role=alert]')).toBeNull()
  })

  it('X10 the list says which screens are on, and when the others were on last', async () => {
    const off = { ...earlier, usedAt: new Date().setHours(0, 0, 0, 0), isOn: false }
    await openSharing('owner', { [`GET ${path}`]: [off, stage] })
    const whens = () => [...(dialog()?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)
    await eventually(() => expect(whens()).toHaveLength(2))
    expect(whens()[0]).toContain(texts.lastOn.replace('{{when}}', 'Today, 00:00'))
    expect(whens()[1]).toContain(texts.on)
  })

  it('X10 a host names a screen', async () => {
    const own = `${path}/${stage.id}`
    const named = { ...stage, name: 'Kitchen wall' }
    const field = () => dialog()?.querySelector('li input') ?? undefined
    await openSharing('owner', { [`GET ${path}`]: [stage] })
    await eventually(() => expect(names()).toEqual([nameOf(stage)]))
    pressInDialog(texts.rename.replace('{{name}}', nameOf(stage)))
    setAnswers({ [`POST ${own}`]: [named], [`GET ${path}`]: [named] })
    await eventually(() => expect(field()).toBeDefined())
    typeInto(field(), ' Kitchen wall ')
    pressInDialog(texts.saveName)
    await eventually(() => expect(names()).toEqual(['Kitchen wall']))
    expect(sentTo(`POST ${own}`)).toEqual([{ name: 'Kitchen wall' }])
  })

  it('X10 E3 a name that could not be saved stays in its field', async () => {
    const own = `${path}/${stage.id}`
    const field = () => dialog()?.querySelector<HTMLInputElement>('li input') ?? undefined
    await openSharing('owner', { [`GET ${path}`]: [stage] })
    await eventually(() => expect(names()).toEqual([nameOf(stage)]))
    pressInDialog(texts.rename.replace('{{name}}', nameOf(stage)))
    await eventually(() => expect(field()).toBeDefined())
    typeInto(field(), 'Kitchen wall')
    const asked = sentTo(`GET ${path}`).length
    pressInDialog(texts.saveName)
    // The list is fetched again after the failure.
    await eventually(() => expect(sentTo(`GET ${path}`).length).toBeGreaterThan(asked))
    await settled()
    expect(field()?.value).toBe('Kitchen wall')
    setAnswers({ [`POST ${own}`]: [{ ...stage, name: 'Kitchen wall' }] })
    pressInDialog(texts.saveName)
    await eventually(() => expect(field()).toBeUndefined())
  })

  it('J10 each of the two links says what it is for, and the short one what to type', async () => {
    await openSharing('guest')
    const { shortLinkText, longLinkText } = insideTexts.session.social
    const hints = [...(dialog()?.querySelectorAll('input[aria-describedby]') ?? [])].map(
      (input) =>
        dialog()?.querySelector(`#${CSS.escape(input.getAttribute('aria-describedby') ?? '')}`)?.textContent,
    )
    const address = 'jointly.example/s/ABC234'
    expect(hints).toEqual([shortLinkText.replace('{{address}}', address), longLinkText])
  })

  it('X10 a code that no screen shows is explained at the field', async () => {
    const error = { code: 'invalid', message: '', fields: { code: 'unknown' } }
    await openSharing('owner', { [`PUT ${path}`]: Response.json({ error }, { status: 422 }) })
    typeInto(dialog()?.querySelector('form input') ?? undefined, '222222')
    pressInDialog(texts.connect)
    await eventually(() => expect(dialog()?.querySelector('[role=alert]')?.textContent).toBe(texts.unknown))
  })

  it('X10 Open here opens a window and hands it the secret of a paired screen', async () => {
    const opened: unknown[] = []
    vi.stubGlobal('open', (...args: unknown[]) => opened.push(args[0]))
    await openSharing('owner', {
      'POST /api/stage/': { code: 'KDH234', secret: 'a-secret-of-the-stage', expires: 1 },
      [`PUT ${path}`]: [stage],
    })
    pressInDialog(texts.here)
    await eventually(() => expect(storedStage('ABC234')).toBe('a-secret-of-the-stage'))
    expect(opened).toEqual(['/#/stage/ABC234'])
  })

  it('X10 people without that right see no big screens', async () => {
    await openSharing('guest')
    expect(dialog()?.textContent).not.toContain(texts.title)
  })
})
