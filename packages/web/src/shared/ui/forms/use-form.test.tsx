import type { Answer } from '@jointly/contract'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiTexts } from '../../api/texts.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { Form } from './Form.tsx'
import { Icon } from '../media/Icon.tsx'
import { TextField } from './TextField.tsx'
import { uiTexts } from '../texts.ts'
import { useForm } from './use-form.ts'

const texts = { ...uiTexts, ...apiTexts }

globalThis.IS_REACT_ACT_ENVIRONMENT = true

const done: Answer<unknown> = { ok: true, value: null }
const refusing = (error: {
  code: 'taken' | 'database-away'
  fields?: Record<string, string>
}): Answer<never> => ({
  ok: false,
  status: 409,
  retryAfterSec: null,
  error: { message: '', ...error },
})

let root: Root
let answer: (result: Answer<unknown>) => void
let fail: (error: Error) => void
let sent: string[]
let succeeded: number

function NameForm() {
  const form = useForm({
    names: ['username'],
    send: (read) => {
      sent.push(read('username'))
      return new Promise<Answer<unknown>>((resolve, reject) => {
        answer = resolve
        fail = reject
      })
    },
    onSuccess: () => {
      succeeded += 1
    },
  })
  return (
    <Form form={form} action="Create" label="Name">
      <TextField name="username" label="Username" required error={form.errors.username} />
    </Form>
  )
}

const one = <E extends Element>(selector: string, kind: new () => E): E => {
  const found = document.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`no ${selector}`)
  return found
}
const button = () => one('button', HTMLButtonElement)
/** The text of the button after an error: it still says what the button does. */
const retryCreate = texts.form.retry.replace('{{action}}', 'Create')
const input = () => one('input', HTMLInputElement)
const submit = (value: string) =>
  act(async () => {
    input().value = value
    button().click()
  })

// Icons are loaded in the background. After this import they are available at once.
beforeAll(async () => {
  const icons = createRoot(document.createElement('div'))
  await act(async () => {
    icons.render(<Icon name="warning" />)
    await import('../media/IconDrawing.tsx')
  })
  await act(async () => icons.unmount())
})

beforeEach(async () => {
  startTexts(texts)
  sent = []
  succeeded = 0
  document.body.innerHTML = '<div id="root"></div>'
  root = createRoot(one('#root', HTMLDivElement))
  await act(async () => root.render(<NameForm />))
})
afterEach(() => act(async () => root.unmount()))

describe('the modes of a form (spec section 4)', () => {
  it('goes to retry on an invalid submit and sends nothing', async () => {
    expect(button().textContent).toBe('Create')
    await submit('')
    expect(sent).toEqual([])
    expect(button().textContent).toBe(retryCreate)
    expect(input().getAttribute('aria-invalid')).toBe('true')
    expect(document.querySelector('[role=alert]')?.textContent).toBe(texts.field.required)
  })

  it('disables the inputs while loading and after success', async () => {
    await submit('ann')
    expect(sent).toEqual(['ann'])
    expect(button().textContent).toBe(texts.form.loading)
    expect(one('fieldset', HTMLFieldSetElement).disabled).toBe(true)
    await act(async () => answer(done))
    expect(button().textContent).toBe(texts.form.success)
    expect(one('fieldset', HTMLFieldSetElement).disabled).toBe(true)
    expect(succeeded).toBe(1)
  })

  it('J12 E3 says that the server was not reached when the code for sending cannot be loaded', async () => {
    await submit('ann')
    await act(async () => fail(new TypeError('Failed to fetch dynamically imported module')))
    expect(document.querySelector('[role=alert]')?.textContent).toBe(texts.error.network)
    expect(one('fieldset', HTMLFieldSetElement).disabled).toBe(false)
  })

  it('E1 shows a refusal at the field it names', async () => {
    await submit('ann')
    await act(async () => answer(refusing({ code: 'taken', fields: { username: 'taken' } })))
    expect(button().textContent).toBe(retryCreate)
    expect(document.querySelector('[role=alert]')?.textContent).toBe(texts.field.taken)
    expect(succeeded).toBe(0)
  })

  it('E3 removes the error of a field, and Try again, when the person changes it', async () => {
    await submit('')
    expect(input().getAttribute('aria-invalid')).toBe('true')
    await act(async () => {
      input().value = 'a'
      input().dispatchEvent(new Event('input', { bubbles: true }))
    })
    expect(input().getAttribute('aria-invalid')).toBeNull()
    expect(document.querySelector('[role=alert]')).toBeNull()
    expect(button().textContent).toBe('Create')
  })

  it('E3 shows a refusal that names no field above the button, and can be sent again', async () => {
    await submit('ann')
    await act(async () => answer(refusing({ code: 'database-away' })))
    expect(document.querySelector('[role=alert]')?.textContent).toBe(texts.error['database-away'])
    expect(button().textContent).toBe(retryCreate)
    await submit('ann')
    expect(sent).toEqual(['ann', 'ann'])
  })

  it('returns the focus after a refusal without a field, but never takes it from another element', async () => {
    input().focus()
    await submit('ann')
    // Removes the focus. Browsers do this when an input becomes disabled, and happy-dom does not.
    input().blur()
    await act(async () => answer(refusing({ code: 'database-away' })))
    expect(document.activeElement).toBe(input())
    await submit('ann')
    button().focus()
    await act(async () => answer(refusing({ code: 'database-away' })))
    expect(document.activeElement).toBe(button())
  })
})
