import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { setReachable } from '../../shared/browser/online.ts'
import { storeToken } from '../../shared/browser/token.ts'
import { signOut, useStore } from '../../shared/store/store.ts'
import { LiveConnection } from './LiveConnection.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  setReachable(true)
  signOut()
})

it('E3 the live connection opens as soon as any call reaches the server again', () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  const dialled: Line[] = []
  class Line {
    onclose: (event: { code: number }) => void = () => {}
    constructor() {
      dialled.push(this)
    }
    close() {}
  }
  vi.stubGlobal('WebSocket', Line)
  storeToken('token')
  useStore.setState({ active: { id: '1', token: 'token' } })
  const root = createRoot(document.createElement('div'))
  act(() => root.render(<LiveConnection />))
  dialled[0]?.onclose({ code: 1006 })
  act(() => setReachable(false))
  expect(dialled).toHaveLength(1)
  act(() => setReachable(true))
  expect(dialled).toHaveLength(2)
  act(() => root.unmount())
})
