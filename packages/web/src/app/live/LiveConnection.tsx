import type { ServerMessage } from '@jointly/contract'
import { useEffect } from 'react'
import { useReconnected } from '../../shared/browser/online.ts'
import { loadAccounts, loadFriends, loadInvites } from '../../shared/store/load.ts'
import { useStore } from '../../shared/store/store.ts'
import { live } from './connection.ts'

const reload = { invites: loadInvites, friends: loadFriends, accounts: loadAccounts } as const

/** Keeps the live connection while someone is signed in, and brings what it says of lists into the state. */
export function LiveConnection() {
  const token = useStore((state) => state.active?.token)

  useEffect(() => {
    if (token === undefined) return
    live.start()
    return () => live.stop()
  }, [token])

  // Whoever found the server again, by the banner's button as by any call: the live connection need not wait on.
  useReconnected(live.hurry)

  useEffect(() => {
    const stopMessages = live.onMessage(hear)
    const stopStatus = live.onStatus((status) => {
      // A call with the same token tells the app that the log-in has ended (A1).
      if (status === 'refused') void loadInvites()
    })
    const hurry = () => document.visibilityState === 'visible' && live.hurry()
    window.addEventListener('online', hurry)
    document.addEventListener('visibilitychange', hurry)
    return () => {
      stopMessages()
      stopStatus()
      window.removeEventListener('online', hurry)
      document.removeEventListener('visibilitychange', hurry)
    }
  }, [])
  return null
}

function hear(message: ServerMessage): void {
  if (message.type === 'changed') void reload[message.what]()
  if (message.type === 'playlists')
    useStore.setState({ playlists: message.playlists.filter((playlist) => playlist.load) })
}
