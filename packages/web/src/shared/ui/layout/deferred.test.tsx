import { act, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { Deferred } from './Deferred.tsx'

it('a deferred part inside of another one appears after it, so that each of them is a short task', () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  const container = document.createElement('div')
  const shown: (string | null)[] = []
  function Text({ children }: { children: string }) {
    useLayoutEffect(() => void shown.push(container.textContent), [])
    return children
  }
  const root = createRoot(container)
  act(() =>
    root.render(
      <>
        <Text>screen</Text>
        <Deferred>
          <Text> panel</Text>
          <Deferred>
            <Text> votes</Text>
          </Deferred>
        </Deferred>
      </>,
    ),
  )
  expect(shown).toEqual(['screen', 'screen panel', 'screen panel votes'])
  act(() => root.unmount())
})
