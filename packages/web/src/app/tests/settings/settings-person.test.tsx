import { PICTURE_MAX_BYTES } from '@jointly/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasNotices } from '../../../shared/browser/notice-setting.ts'
import { nextTask } from '../../../shared/browser/timers.ts'
import { useStore } from '../../../shared/store/store.ts'
import { useToasts } from '../../../shared/ui/toasts/toast.ts'
import { insideTexts } from '../../inside-texts.ts'
import { texts } from '../../texts.ts'
import {
  byName,
  currentPath,
  eventually,
  open,
  pageText,
  queryAll,
  sentTo,
  setAnswers,
  submitForm,
  withApp,
  dialog,
  pressInDialog,
} from '../app-testing.tsx'
import { loggedIn, provider, USER } from '../inside-testing.ts'

const { settings } = insideTexts
const { picture, notice } = insideTexts.people
const PICTURE = '0123456789abcdefABCDEF'

/** The upload that the test answers. The app uploads without `fetch`, because it shows the progress. */
class Upload extends EventTarget {
  static last: Upload | null = null
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  readonly sent: { method: string; path: string; body: unknown } = { method: '', path: '', body: null }
  open(method: string, path: string): void {
    Object.assign(this.sent, { method, path })
    Upload.last = this
  }
  setRequestHeader(): void {}
  getResponseHeader = () => null
  send(body: unknown): void {
    this.sent.body = body
  }
  isAborted = false
  abort(): void {
    this.isAborted = true
    this.dispatchEvent(new Event('abort'))
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
  answer(status: number, body: unknown): void {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.dispatchEvent(new Event('load'))
  }
}

const photo = (size = 3) => new File([new Uint8Array(size)], 'me.png', { type: 'image/png' })

/** Chooses a file in the settings, as the dialog of the system does. */
function choose(file: File): void {
  const [input] = queryAll('input[type=file]')
  Object.defineProperty(input, 'files', { value: [file], configurable: true })
  input?.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Answers the upload that the app started. */
async function answerUpload(status: number, body: unknown): Promise<void> {
  await eventually(() => expect(Upload.last?.sent.body).not.toBeNull())
  Upload.last?.answer(status, body)
}

withApp()

describe('the own picture', () => {
  beforeEach(async () => {
    Upload.last = null
    vi.stubGlobal('XMLHttpRequest', Upload)
    loggedIn()
    await open('/main/settings')
    await eventually(() => byName(picture.add))
  })
  afterEach(() => {
    const close = [...(dialog()?.querySelectorAll('button') ?? [])][0]
    close?.click()
  })

  it('U3 is shown before it is uploaded, with the progress, and is used at once', async () => {
    const file = photo()
    choose(file)
    await eventually(() => expect(dialog()?.querySelectorAll('img')).toHaveLength(1))
    pressInDialog(picture.save)
    await eventually(() =>
      expect(Upload.last?.sent).toEqual({ method: 'PUT', path: '/api/user/picture', body: file }),
    )
    Upload.last?.progress(1, 4)
    await eventually(() =>
      expect(dialog()?.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('25'),
    )
    await answerUpload(200, { ...USER, picture: PICTURE })
    await eventually(() => expect(dialog()).toBeNull())
    expect(useStore.getState().user?.picture).toBe(PICTURE)
    byName(picture.change)
  })

  it('U3 an upload ends when the dialog closes, and changes nothing', async () => {
    choose(photo())
    await eventually(() => expect(dialog()?.querySelectorAll('img')).toHaveLength(1))
    pressInDialog(picture.save)
    await eventually(() => expect(Upload.last?.sent.body).not.toBeNull())
    pressInDialog(texts.state.cancel)
    await eventually(() => expect(dialog()).toBeNull())
    expect(Upload.last?.isAborted).toBe(true)
    choose(photo())
    await eventually(() => expect(dialog()?.querySelectorAll('img')).toHaveLength(1))
    await answerUpload(200, { ...USER, picture: PICTURE })
    expect(useStore.getState().user?.picture).toBeUndefined()
    expect(useToasts.getState().toasts).toEqual([])
    expect(dialog()).not.toBeNull()
  })

  it('U4 a refused picture says why, and another one can be chosen', async () => {
    choose(photo())
    await eventually(() => expect(dialog()).not.toBeNull())
    pressInDialog(picture.save)
    await answerUpload(422, { error: { code: 'invalid', message: '', fields: { picture: 'animated' } } })
    await eventually(() =>
      expect(dialog()?.querySelector('[role=alert]')?.textContent).toBe(picture.animated),
    )
    expect(useStore.getState().user?.picture).toBeUndefined()
  })

  it('U3 another picture can be chosen before one is uploaded', async () => {
    choose(photo())
    await eventually(() => expect(dialog()?.querySelectorAll('img')).toHaveLength(1))
    const first = dialog()?.querySelector('img')?.src
    const opened: unknown[] = []
    queryAll('input[type=file]')[0]?.addEventListener('click', (event) => opened.push(event))
    pressInDialog(picture.other)
    expect(opened).toHaveLength(1)
    const file = photo()
    choose(file)
    await eventually(() => expect(dialog()?.querySelector('img')?.src).not.toBe(first))
    pressInDialog(picture.save)
    await eventually(() => expect(Upload.last?.sent.body).toBe(file))
  })

  it('U4 another picture that cannot be used says why, and the first one stays', async () => {
    choose(photo())
    await eventually(() => expect(dialog()?.querySelectorAll('img')).toHaveLength(1))
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
    choose(photo(PICTURE_MAX_BYTES + 1))
    await eventually(() => expect(dialog()?.querySelector('[role=alert]')?.textContent).toBe(picture.size))
    expect(dialog()?.querySelectorAll('img')).toHaveLength(1)
  })

  it('U3 while another picture is read, the first one is not saved, and after Cancel the dialog stays closed', async () => {
    const read = Promise.withResolvers<unknown>()
    vi.stubGlobal('createImageBitmap', () => read.promise)
    const makeSmaller = vi
      .spyOn(HTMLCanvasElement.prototype, 'toBlob')
      .mockImplementation((done) => done(photo()))
    choose(photo())
    await eventually(() => expect(dialog()?.querySelectorAll('img')).toHaveLength(1))
    choose(photo(PICTURE_MAX_BYTES + 1))
    await eventually(() => expect(dialog()?.querySelectorAll('[aria-busy]')).toHaveLength(1))
    pressInDialog(picture.save)
    expect(Upload.last).toBeNull()
    pressInDialog(texts.state.cancel)
    await eventually(() => expect(dialog()).toBeNull())
    read.resolve({ width: 4, height: 4, close: () => undefined })
    await eventually(() => expect(makeSmaller).toHaveBeenCalledOnce())
    for (let turn = 0; turn < 50; turn += 1) await nextTask()
    expect(dialog()).toBeNull()
    expect(byName(picture.add).getAttribute('aria-busy')).toBeNull()
  })

  it('U4 a file that is too large, and that the browser cannot make smaller, is not sent', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
    choose(photo(PICTURE_MAX_BYTES + 1))
    await eventually(() => expect(pageText()).toContain(picture.size))
    expect(dialog()).toBeNull()
    expect(Upload.last).toBeNull()
  })

  it('U3 is removed with one press', async () => {
    useStore.setState({ user: { ...USER, picture: PICTURE } })
    setAnswers({ 'DELETE /api/user/picture': USER })
    await eventually(() => byName(picture.remove))
    byName(picture.remove).click()
    await eventually(() => expect(sentTo('DELETE /api/user/picture')).toHaveLength(1))
    await eventually(() => byName(picture.add))
  })
})

describe('the notices of sessions', () => {
  it('U6 are switched off and on for this device in the settings', async () => {
    loggedIn()
    await open('/main/settings')
    const choice = () =>
      queryAll('select').find((one) => one.textContent?.includes(notice.off)) as HTMLSelectElement | undefined
    await eventually(() => expect(choice()?.value).toBe('on'))
    for (const value of ['off', 'on']) {
      const select = choice()
      if (!select) throw new Error('no choice of notices')
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
      await eventually(() => expect(hasNotices()).toBe(value === 'on'))
    }
  })
})

it.each([
  ['A2 a log out', settings.logout + settings.onThisDevice, 'POST /api/logout/'],
  ['A7 an export', settings.export + settings.exportText, 'GET /api/user/export'],
])('%s shows that it runs, also for screen readers', async (_, name, call) => {
  const answer = Promise.withResolvers<Response>()
  loggedIn({ [call]: answer.promise })
  await open('/main/settings')
  await eventually(() => byName(name))
  byName(name).click()
  await eventually(() => expect(byName(name + texts.state.loading).getAttribute('aria-busy')).toBe('true'))
  byName(name + texts.state.loading).click()
  expect(sentTo(call)).toHaveLength(1)
  answer.resolve(Response.json({ error: { code: 'busy', message: '' } }, { status: 503 }))
  await eventually(() => expect(queryAll('[aria-busy]')).toEqual([]))
})

it('A7 after the account was deleted, the login says so, and no message covers its buttons', async () => {
  useToasts.setState({ toasts: [] })
  loggedIn({ 'DELETE /api/user/': {} })
  await open('/main/settings')
  await eventually(() => byName(`${settings.delete}${settings.deleteText}`))
  byName(`${settings.delete}${settings.deleteText}`).click()
  await eventually(() => expect(queryAll('input[name=password]').length).toBeGreaterThan(0))
  submitForm({ password: 'Music-2026' })
  await eventually(() => expect(currentPath()).toBe('/login'))
  await eventually(() => expect(pageText()).toContain(texts.login.deleted))
  expect(pageText()).not.toContain(texts.login.titleReturning)
  expect(useToasts.getState().toasts).toEqual([])
})

it('L3 the settings lead to the accounts, where a person disconnects one', async () => {
  loggedIn({ 'GET /api/provider': provider })
  await open('/main/settings')
  const name = settings.provider.replace('{{name}}', provider.name) + settings.providerText
  await eventually(() => byName(name))
  byName(name).click()
  await eventually(() => expect(currentPath()).toBe('/main/accounts'))
})

it('J9 without https, the page for installing says that passkeys and the microphone need it too', async () => {
  vi.stubGlobal('isSecureContext', false)
  loggedIn()
  await open('/main/settings/setup')
  await eventually(() => expect(pageText()).toMatch(/https.*passkeys.*microphone/))
})
