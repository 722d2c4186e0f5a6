import type { User } from '@jointly/contract'
import { Avatar } from '../../shared/ui/media/Avatar.tsx'
import { PersonName } from '../../shared/ui/media/PersonName.tsx'
import { PictureButtons } from './picture/PictureButtons.tsx'
import css from './SettingsScreen.module.css'

export function Profile({ user }: { user: User }) {
  return (
    <div className={css.you}>
      <Avatar person={user} size={72} />
      <div>
        <p className={css.name}>
          <PersonName person={user} />
        </p>
        <p className="secondary">{user.email}</p>
        {!user.guest && <PictureButtons user={user} />}
      </div>
    </div>
  )
}
