import type { Invite } from '@jointly/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { useGo } from '../../browser/layout/use-shell.ts'
import { screenPath } from '../../browser/paths.ts'
import { loadFriends } from '../../store/load-lists.ts'
import type { ClientState } from '../../store/state.ts'
import { useStore } from '../../store/store.ts'
import { isSessionOpen } from '../../store/use-open-session.ts'
import { closeToast, showToast } from './toast.ts'

type RequestToastsOptions = {
  /** The session that is shown. Null on another screen. An invitation to this session needs no toast. */
  ssid: string | null
  /** Whether the lists are loaded. Before that, each entry would look new. */
  isLoaded: boolean
}

/**
 * Shows a toast for each friend request and each invitation that arrives, and for each accepted request. The button of
 * the toast accepts the request or opens the session (U6).
 */
export function useRequestToasts({ ssid, isLoaded }: RequestToastsOptions): void {
  const { t } = useTranslation()
  const go = useGo()
  useEffect(() => {
    if (!isLoaded) return
    async function accept(id: string, name: string): Promise<void> {
      const answer = await call('changeFriend', { body: { friend: id, wish: true } })
      await loadFriends()
      if (answer.ok) showToast({ text: t('people.notice.friends', { name }), tone: 'good' })
      else showToast({ text: errorText(t, answer), tone: 'bad' })
    }
    return useStore.subscribe((now, before) => {
      // After another login, the lists belong to another person, so their entries are not new requests.
      if (now.user?.id !== before.user?.id) return
      if (now.friends === before.friends && now.invites === before.invites) return
      const statusBefore = new Map(before.friends.map(({ id, status }) => [id, status]))
      for (const { id, username: name, status } of now.friends === before.friends ? [] : now.friends)
        if (status === 'friends' && statusBefore.get(id) === 'requested')
          showToast({ text: t('people.notice.friends', { name }), tone: 'good' })
        else if (status === 'asked' && statusBefore.get(id) !== 'asked')
          showWhile((state) => isRequestOpen(state, id), {
            text: t('people.notice.request', { name }),
            action: { label: t('people.profile.accept'), run: () => void accept(id, name) },
          })
      const invitesBefore = new Map(before.invites.map((invite) => [invite.uuid, invite]))
      for (const { uuid, mode, title, invitedBy } of now.invites === before.invites ? [] : now.invites)
        if (invitedBy && uuid !== ssid && isNewInvitation(mode, invitesBefore.get(uuid)))
          showWhile((state) => isInvitationOpen(state, uuid), {
            text: t('people.notice.invited', { name: invitedBy.username, title }),
            action: { label: t('people.notice.open'), run: () => go(screenPath.session(uuid)) },
          })
    })
  }, [t, go, ssid, isLoaded])
}

const isRequestOpen = ({ friends }: ClientState, personId: string): boolean =>
  friends.some(({ id, status }) => id === personId && status === 'asked')

/**
 * Whether a row that names an inviter is a new invitation. Its session may have been in the list before without one. If
 * the mode changed too, the person removed the star, and the row names who invited them long ago (I2).
 */
const isNewInvitation = (mode: Invite['mode'], before: Invite | undefined): boolean =>
  before === undefined || (before.invitedBy === null && before.mode === mode)

/** An invitation is open until it is gone, or until the person opens its session. */
const isInvitationOpen = ({ invites }: ClientState, ssid: string): boolean =>
  !isSessionOpen(ssid) && invites.some(({ uuid, invitedBy }) => uuid === ssid && invitedBy !== null)

/**
 * Shows a toast, and closes it as soon as `isOpen` is false. It also closes on another screen, when the component that
 * showed it is gone, because the person may answer there or on another device.
 */
function showWhile(isOpen: (state: ClientState) => boolean, toast: Parameters<typeof showToast>[0]): void {
  const id = showToast(toast)
  const stop = useStore.subscribe((state) => {
    if (isOpen(state)) return
    stop()
    closeToast(id)
  })
}
