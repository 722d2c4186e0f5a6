import type { PublicUser } from '@jointly/contract'
import { mayMute, type Role } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../shared/ui/buttons/Button.tsx'
import { nameInText } from '../../../../shared/ui/media/PersonName.tsx'
import { useOpenChat } from '../use-chat.ts'
import { useIsMuted, useMute } from './use-mute.ts'

type MuteButtonProps = {
  person: PublicUser
  /** The role of the reader. */
  ownRole: Role
  /** The role of the person. */
  role: Role
}

/** The button that mutes or unmutes a person in the chat (C8). */
export function MuteButton({ person, ownRole, role }: MuteButtonProps) {
  const { t } = useTranslation()
  const mute = useMute(useOpenChat())
  const isMuted = useIsMuted(person.id)
  if (isMuted === null || !mayMute(ownRole, role)) return null
  const name = nameInText(t, person)
  return (
    <Button icon={isMuted ? 'chat' : 'chat_off'} onClick={() => void mute(person, !isMuted)}>
      {t(isMuted ? 'session.chat.unmuteNamed' : 'session.chat.mute', { name })}
    </Button>
  )
}
