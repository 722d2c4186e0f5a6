import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { Button, type ButtonState } from './Button.tsx'
import { Icon } from '../media/Icon.tsx'
import { uiTexts } from '../texts.ts'

let root: Root
let page: HTMLElement
let pressed: number

/** Renders the button in a state. @returns the icons of the button, and whether a press has an effect */
function shown(state: ButtonState): { signs: string[]; acts: boolean } {
  act(() =>
    root.render(
      <Button icon="save" state={state} onClick={() => pressed++}>
        Save
      </Button>,
    ),
  )
  pressed = 0
  act(() => page.querySelector('button')?.click())
  return { signs: [...page.querySelectorAll('svg')].map((sign) => sign.innerHTML), acts: pressed === 1 }
}

// Icons are loaded in the background. After this import they are available at once.
beforeAll(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  const first = createRoot(document.createElement('div'))
  await act(async () => {
    first.render(<Icon name="save" />)
    await import('../media/IconDrawing.tsx')
  })
  act(() => first.unmount())
})

beforeEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  startTexts(uiTexts)
  page = document.createElement('div')
  root = createRoot(page)
})

afterEach(() => act(() => root.unmount()))

describe('an action button (spec section 4)', () => {
  it('shows a spinner in place of its icon while loading, and does nothing', () => {
    const rest = shown('default')
    const loading = shown('loading')
    expect(rest).toMatchObject({ signs: [expect.any(String)], acts: true })
    expect(loading.acts).toBe(false)
    expect(loading.signs).not.toContain(rest.signs[0])
  })

  it('shows the done-all sign after success, and a warning after a failure', () => {
    const signs = [shown('default'), shown('success'), shown('failed')].map((each) => each.signs.join())
    expect(new Set(signs).size).toBe(3)
    const doneAll = shown('success').signs.join()
    act(() => root.render(<Button icon="done_all">Done</Button>))
    expect(page.querySelector('svg')?.innerHTML).toBe(doneAll)
  })
})
