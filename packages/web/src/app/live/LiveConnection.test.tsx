import { liveClose } from '@jointly/contract'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { whileEndingLogin, onLoginEnded } from '../../shared/api/login-ended.ts'
import { setReachable } from '../../shared/browser/connection/online.ts'
import { storedToken, storeToken } from '../../shared/browser/token.ts'
import { signOut, useStore } from '../../shared/store/store.ts'
import { LiveConnection } from './LiveConnection.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  setReachable(true)
  signOut()
})

/** Shows the component for a logged-in person. `sockets` are the connections that it opened. */
function connect() {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  const sockets: Socket[] = []
  class Socket {
    onopen: () => void = () => {}
    onmessage: (event: { data: string }) => void = () => {}
    onclose: (event: { code: number }) => void = () => {}
    constructor() {
      sockets.push(this)
    }
    send() {}
    close() {}
  }
  vi.stubGlobal('WebSocket', Socket)
  storeToken('token')
  useStore.setState({ active: { id: '1', token: 'token' } })
  const root = createRoot(document.createElement('div'))
  act(() => root.render(<LiveConnection />))
  return { sockets, close: () => act(() => root.unmount()) }
}

it('E3 the live connection opens as soon as any call reaches the server again', () => {
  const { sockets, close } = connect()
  sockets[0]?.onclose({ code: 1006 })
  act(() => setReachable(false))
  expect(sockets).toHaveLength(1)
  act(() => setReachable(true))
  expect(sockets).toHaveLength(2)
  close()
})

it('E5 a live connection that is back looks for a new version of the app, and the first one does not', async () => {
  const looked = vi.fn<() => Promise<undefined>>(async () => undefined)
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { getRegistration: looked } })
  const { sockets, close } = connect()
  const answer = { data: JSON.stringify({ type: 'ready' }) }
  act(() => sockets[0]?.onmessage(answer))
  expect(looked).not.toHaveBeenCalled()
  sockets[0]?.onclose({ code: 1001 })
  act(() => setReachable(false))
  act(() => setReachable(true))
  act(() => sockets[1]?.onmessage(answer))
  expect(looked).toHaveBeenCalledOnce()
  close()
})

it('D5 a live connection that is back loads the lists whose changes it may have missed', async () => {
  const asked = vi.fn<typeof fetch>(async () => Response.json([]))
  vi.stubGlobal('fetch', asked)
  const { sockets, close } = connect()
  const answer = { data: JSON.stringify({ type: 'ready' }) }
  act(() => sockets[0]?.onmessage(answer))
  expect(asked).not.toHaveBeenCalled()
  sockets[0]?.onclose({ code: 1006 })
  act(() => setReachable(false))
  act(() => setReachable(true))
  act(() => sockets[1]?.onmessage(answer))
  await expect.poll(() => asked.mock.calls.length).toBe(4)
  const paths = asked.mock.calls.map(([path]) => path)
  expect(new Set(paths)).toEqual(
    new Set(['invites', 'friends', 'accounts', 'playlists'].map((list) => `/api/${list}/`)),
  )
  close()
})

it('A1 a token that the live connection refuses ends the login without a further call', () => {
  const fetched = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetched)
  const { sockets, close } = connect()
  const ended = vi.fn<() => void>()
  const stop = onLoginEnded(ended)
  act(() => sockets[0]?.onclose({ code: liveClose.unauthenticated }))
  expect(ended).toHaveBeenCalledOnce()
  expect(storedToken()).toBe(null)
  expect(fetched).not.toHaveBeenCalled()
  stop()
  close()
})

it('A7 a connection that closes while the account is being deleted is not reported as an ended login', async () => {
  const { sockets, close } = connect()
  const ended = vi.fn<() => void>()
  const stop = onLoginEnded(ended)
  await whileEndingLogin(async () => act(() => sockets[0]?.onclose({ code: liveClose.unauthenticated })))
  expect(ended).not.toHaveBeenCalled()
  stop()
  close()
})
