import type { ServerMessage } from '@jointly/contract'
import { useEffect } from 'react'
import { endLogin } from '../../shared/api/login-ended.ts'
import { useReconnected } from '../../shared/browser/online.ts'
import { loadAccounts, loadFriends, loadInvites } from '../../shared/store/load.ts'
import { useStore } from '../../shared/store/store.ts'
import { live } from './live.ts'
import { watchResume } from './watch-resume.ts'

/**
 * How to load each list of a person again. A message about a stage concerns only big screens, so nothing is loaded.
 */
const reload = {
  invites: loadInvites,
  friends: loadFriends,
  accounts: loadAccounts,
  stage: () => undefined,
} as const

/**
 * Keeps the live connection open while somebody is logged in, and loads a list again when the server says that
 * the list changed.
 */
export function LiveConnection() {
  const token = useStore((state) => state.active?.token)

  useEffect(() => {
    if (token === undefined) return
    live.start()
    return () => live.stop()
  }, [token])

  // When any call has reached the server, the live connection is tried again at once.
  useReconnected(live.reconnectNow)

  useEffect(() => {
    const stopMessages = live.onMessage(handleMessage)
    const stopStatus = live.onStatus((status) => {
      if (status === 'refused') endLogin()
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
