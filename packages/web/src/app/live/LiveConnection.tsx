import type { ServerMessage } from '@jointly/contract'
import { useEffect } from 'react'
import { useReconnected } from '../../shared/browser/online.ts'
import { loadAccounts, loadFriends, loadInvites } from '../../shared/store/load.ts'
import { useStore } from '../../shared/store/store.ts'
import { live } from './live.ts'

const reload = { invites: loadInvites, friends: loadFriends, accounts: loadAccounts } as const

/** Keeps the live connection open while somebody is logged in, and loads the lists that the server reports as changed. */
export function LiveConnection() {
  const token = useStore((state) => state.active?.token)

  useEffect(() => {
    if (token === undefined) return
    live.start()
    return () => live.stop()
  }, [token])

  // After any call that reached the server, the live connection is tried again at once.
  useReconnected(live.reconnectNow)

  useEffect(() => {
    const stopMessages = live.onMessage(handleMessage)
    const stopStatus = live.onStatus((status) => {
      // The server refused the token. A call with the same token makes the app log out (A1).
      if (status === 'refused') void loadInvites()
    })
    const reconnect = () => document.visibilityState === 'visible' && live.reconnectNow()
    window.addEventListener('online', reconnect)
    document.addEventListener('visibilitychange', reconnect)
    return () => {
      stopMessages()
      stopStatus()
      window.removeEventListener('online', reconnect)
      document.removeEventListener('visibilitychange', reconnect)
    }
  }, [])
  return null
}

function handleMessage(message: ServerMessage): void {
  if (message.type === 'changed') void reload[message.what]()
  if (message.type === 'playlists')
    useStore.setState({ playlists: message.playlists.filter((playlist) => playlist.load) })
}
