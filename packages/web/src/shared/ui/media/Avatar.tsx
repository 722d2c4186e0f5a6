import type { PublicUser } from '@jointly/contract'
import { picturePath } from '@jointly/contract/addresses'
import { useState } from 'react'
import css from './Avatar.module.css'
import { useAvatarColours } from './avatar-colours.ts'

/** The data of a person that an avatar needs. */
export type AvatarPerson = Pick<PublicUser, 'id' | 'username' | 'picture'>

type AvatarProps = { person: AvatarPerson; size?: number; className?: string | undefined }

/**
 * A circle with a person's picture, or with the first letter of the name on two colours (U2). Screen readers skip it,
 * because the name of the person is beside it. `size` is in pixels.
 */
export function Avatar({ person, size = 36, className }: AvatarProps) {
  const { id, username, picture } = person
  const [first, second] = useAvatarColours(id)
  const [missing, setMissing] = useState<string | null>(null)
  const hasPicture = picture !== undefined && picture !== missing
  return (
    <span
      aria-hidden
      className={[css.avatar, className].filter(Boolean).join(' ')}
      style={{
        width: size,
        height: size,
        fontSize: size * 0.44,
        background: `linear-gradient(135deg, ${first} 52%, ${second} 52%)`,
      }}
    >
      {hasPicture ? (
        <img
          src={picturePath(picture)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          draggable={false}
          // The address no longer leads to a picture, for example because the picture was deleted on the server.
          onError={() => setMissing(picture)}
        />
      ) : (
        [...username][0]?.toUpperCase()
      )}
    </span>
  )
}
