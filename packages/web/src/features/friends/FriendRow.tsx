import type { Friend } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../shared/ui/Avatar.tsx'
import { IconButton } from '../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx'
import { Row } from '../../shared/ui/Row.tsx'
import { faceOf } from './friendship.ts'
import { useFriendship } from './use-friendship.ts'

/** A person: how one stands to them, and the one thing to do about it (N1). */
export function FriendRow({ friend }: { friend: Friend }) {
  const { t } = useTranslation()
  const { asking, state, press, remove, keep } = useFriendship(friend)
  const { username, status } = friend
  const face = faceOf(status)
  return (
    <>
      <Row
        start={<Avatar name={username} size={48} />}
        title={username}
        detail={t(`friends.status.${status}`)}
        end={
          face && (
            <IconButton
              icon={face.icon}
              label={t(`friends.move.${face.move}`, { name: username })}
              tone={status === 'asked' ? 'primary' : 'plain'}
              state={state}
              onClick={press}
            />
          )
        }
      />
      <ConfirmDialog
        open={asking}
        title={t('friends.removeTitle')}
        text={t('friends.removeText', { name: username })}
        action={t('friends.remove')}
        state={state}
        onConfirm={remove}
        onCancel={keep}
      />
    </>
  )
}
