import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { aSession, SSID } from '../../model/testing.ts'
import { type OptionsControls, useOptions } from './use-options.ts'

it('the options are not rendered a second time when the session has just appeared', () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  const rendered: OptionsControls[] = []
  const { you, ...shared } = aSession()
  const view = { shared, you }
  function Screen() {
    rendered.push(useOptions(SSID, view))
    return null
  }
  const root = createRoot(document.createElement('div'))
  act(() => root.render(<Screen />))
  expect(rendered).toHaveLength(1)
  act(() => root.unmount())
})
