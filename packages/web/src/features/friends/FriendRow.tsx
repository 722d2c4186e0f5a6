import type { Friend } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../shared/ui/media/Avatar.tsx'
import { IconButton } from '../../shared/ui/buttons/Button.tsx'
import { ConfirmDialog } from '../../shared/ui/dialogs/ConfirmDialog.tsx'
import { Row } from '../../shared/ui/layout/Row.tsx'
import { useFocusReturn } from '../../shared/ui/layout/use-focus-return.ts'
import { actionsByStatus } from './friendship.ts'
import { InviteFriendButton } from './InviteFriendButton.tsx'
import { useFriendship } from './use-friendship.ts'

/** A row with a person, the status of the friendship, and the buttons to change the friendship (N1). */
export function FriendRow({ friend }: { friend: Friend }) {
  const { t } = useTranslation()
  const { asking, state, declining, press, remove, keep } = useFriendship(friend)
  const removal = useFocusReturn(asking)
  const { username, status } = friend
  return (
    <>
      <Row
        wraps
        start={<Avatar person={friend} size={48} />}
        title={username}
        detail={t(`friends.status.${status}`)}
        end={
          <>
            <InviteFriendButton friend={friend} />
            {actionsByStatus[status].map(({ icon, action }) => (
              <IconButton
                // All actions except `decline` have the same key, so that React keeps the button and its focus when the
                // status changes.
                key={action === 'decline' ? action : 'next'}
                ref={action === 'remove' ? removal : undefined}
                icon={icon}
                label={t(`friends.action.${action}`, { name: username })}
                tone={action === 'accept' ? 'primary' : action === 'remove' ? 'quiet' : 'plain'}
                state={declining === (action === 'decline') ? state : 'default'}
                onClick={() => press(action)}
              />
            ))}
          </>
        }
      />
      <ConfirmDialog
        open={asking}
        title={t('friends.removeTitle')}
        text={t('friends.removeText', { name: username })}
        action={t('friends.remove')}
        onConfirm={remove}
        onCancel={keep}
      />
    </>
  )
}
