import type { Friend } from '@jointly/contract'
import { mayInvite } from '@jointly/domain'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { inviteErrorText } from '../../shared/api/invite-error-text.ts'
import { useOpenSession } from '../../shared/store/use-open-session.ts'
import { IconButton } from '../../shared/ui/buttons/Button.tsx'
import { useAction } from '../../shared/ui/buttons/use-action.ts'
import { showToast } from '../../shared/ui/toasts/toast.ts'

/**
 * The button that invites a friend into the session that is open or minimised (N3, I1). Renders nothing if there is
 * no such session, if the person may not invite people into it, or if the friend is already in it. After an invitation, it
 * shows a check.
 */
export function InviteFriendButton({ friend: { id, username, status } }: { friend: Friend }) {
  const { t } = useTranslation()
  const open = useOpenSession()
  const { state, run } = useAction()
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (!open || status !== 'friends' || !mayInvite(open.session.policy, open.you.role)) return null
  if (open.active.some((person) => person.id === id)) return null
  const { uuid, title } = open.session

  async function invite(): Promise<void> {
    const answer = await run(() => call('invite', { body: { invitedID: id, ssid: uuid } }))
    if (!answer) return
    if (answer.ok) setSentTo(uuid)
    const result = answer.ok
      ? { text: t('people.profile.invited', { name: username }), tone: 'good' as const }
      : { text: inviteErrorText(t, answer, username), tone: 'bad' as const }
    showToast(result)
  }
  return (
    <IconButton
      icon={sentTo === uuid ? 'check' : 'send'}
      tone="primary"
      label={t('friends.invite', { name: username, title })}
      state={state}
      onClick={() => void invite()}
    />
  )
}
