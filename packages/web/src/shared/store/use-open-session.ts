import type { Invite } from '@jointly/contract'
import { useMemo } from 'react'
import { create } from 'zustand'
import { mergeLiveSession } from './merge-live-session.ts'
import type { JoinedSession } from './state.ts'
import { useStore } from './store.ts'

/**
 * The id of the session that is open, on its screen or minimised (M1). Null if none is open. The session of the client
 * state stays after the person has left, and after a reload of the page. Then it is outdated.
 */
const useOpenSsid = create<{ ssid: string | null }>(() => ({ ssid: null }))

/** Sets the session that is open. Null if none is open. */
export const setOpenSession = (ssid: string | null): void => useOpenSsid.setState({ ssid })

/** Returns whether this session is open, on its screen or minimised (M1). */
export const isSessionOpen = (ssid: string): boolean => useOpenSsid.getState().ssid === ssid

/** Returns the session that is open, on its screen or minimised (M1). Null if none is open. */
export function useOpenSession(): JoinedSession | null {
  const ssid = useOpenSsid((state) => state.ssid)
  const session = useStore((state) => state.session)
  return session?.session.uuid === ssid ? session : null
}

/** Returns the home list. The row of the open session has live data, so it shows the same as the session itself. */
export function useLiveInvites(): readonly Invite[] {
  const open = useOpenSession()
  const invites = useStore((state) => state.invites)
  return useMemo(() => invites.map((invite) => mergeLiveSession(invite, open)), [invites, open])
}
