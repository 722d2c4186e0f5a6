import type { ServerMessage } from '@jointly/contract'
import { useEffect } from 'react'
import { endLogin } from '../../shared/api/login-ended.ts'
import { useReconnected } from '../../shared/browser/connection/online.ts'
import { loadAccounts, loadFriends, loadInvites, loadPlaylists } from '../../shared/store/load-lists.ts'
import { useStore } from '../../shared/store/store.ts'
import { lookForNewVersion } from '../register-service-worker.ts'
import { live } from './live.ts'
import { watchResume } from './watch-resume.ts'

/**
 * How to load each list again when the server reports that it changed. `stage` concerns only big screens, so nothing
 * is loaded.
 */
const reload = {
  invites: loadInvites,
  friends: loadFriends,
  accounts: loadAccounts,
  stage: () => undefined,
} as const

/**
 * Keeps the live connection open while somebody is logged in. When the server reports that a list has changed, the
 * list is loaded again.
 */
export function LiveConnection() {
  const token = useStore((state) => state.active?.token)

  useEffect(() => {
    if (token === undefined) return
    live.start()
    return () => live.stop()
  }, [token])

  // When another call reaches the server again, the live connection also reconnects at once.
  useReconnected(live.reconnectNow)

  useEffect(() => {
    const stopMessages = live.onMessage(handleMessage)
    let wasLost = false
    const stopStatus = live.onStatus((status) => {
      if (status === 'refused') endLogin()
      if (status === 'waiting') wasLost = true
      if (status !== 'ready' || !wasLost) return
      wasLost = false
      // The server may have been updated in the meantime (E5).
      void lookForNewVersion(navigator.serviceWorker)
      // The server sends no messages about the changes in the meantime (D5).
      for (const load of [loadInvites, loadFriends, loadAccounts, loadPlaylists]) void load()
    })
    const stopResume = watchResume(live.resume)
    return () => {
      stopMessages()
      stopStatus()
      stopResume()
    }
  }, [])
  return null
}

function handleMessage(message: ServerMessage): void {
  if (message.type === 'changed') void reload[message.what]()
  if (message.type === 'playlists')
    useStore.setState({ playlists: message.playlists.filter((playlist) => playlist.load) })
}
