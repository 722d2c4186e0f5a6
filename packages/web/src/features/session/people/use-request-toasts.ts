import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { errorText } from '../../../shared/api/error-text.ts'
import { screenPath } from '../../../shared/browser/paths.ts'
import { useGo } from '../../../shared/browser/layout/use-shell.ts'
import { loadFriends } from '../../../shared/store/load.ts'
import type { ClientState } from '../../../shared/store/state.ts'
import { useStore } from '../../../shared/store/store.ts'
import { closeToast, showToast } from '../../../shared/ui/toasts/toast.ts'

/**
 * While a session is open, shows a toast for each new friend request and each new invitation. The button of the toast
 * accepts the request or opens the other session (U6).
 */
export function useRequestToasts(ssid: string): void {
  const { t } = useTranslation()
  const go = useGo()
  useEffect(() => {
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
      const asked = new Set(before.friends.flatMap(({ id, status }) => (status === 'asked' ? [id] : [])))
      for (const { id, username: name, status } of now.friends === before.friends ? [] : now.friends)
        if (status === 'asked' && !asked.has(id))
          showWhile((state) => isRequestOpen(state, id), {
            text: t('people.notice.request', { name }),
            action: { label: t('people.profile.accept'), run: () => void accept(id, name) },
          })
      const invited = new Set(before.invites.map(({ uuid }) => uuid))
      for (const { uuid, mode, title, invitedBy } of now.invites === before.invites ? [] : now.invites)
        if (mode === 'invited' && invitedBy && uuid !== ssid && !invited.has(uuid))
          showWhile((state) => isInvitationOpen(state, uuid), {
            text: t('people.notice.invited', { name: invitedBy.username, title }),
            action: { label: t('people.notice.open'), run: () => go(screenPath.session(uuid)) },
          })
    })
  }, [t, go, ssid])
}

const isRequestOpen = ({ friends }: ClientState, personId: string): boolean =>
  friends.some(({ id, status }) => id === personId && status === 'asked')

/** An invitation is open until it is gone, or until the person opens its session. */
const isInvitationOpen = ({ invites, session }: ClientState, ssid: string): boolean =>
  session?.session.uuid !== ssid && invites.some(({ uuid, mode }) => uuid === ssid && mode === 'invited')

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
