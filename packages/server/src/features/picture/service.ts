import type { User } from '@jointly/contract'
import { presentUser } from '../../people/login/log-in.ts'
import { userById } from '../../people/users.ts'
import { lockUsers } from '../../platform/db/row-locks.ts'
import { transact } from '../../platform/db/transact.ts'
import { type PictureProblem, squarePicture } from '../../platform/pictures/square-picture.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { newSecretCode } from '../../platform/security/secret-code.ts'
import { publishPerson } from '../../session/commands/publish-person.ts'
import type { SessionContext } from '../../session/context.ts'
import { replacePicture } from './store.ts'

const ID_BYTES = 16

const messages: Record<Exclude<PictureProblem, 'busy'>, string> = {
  type: 'This is no picture that can be used. Please choose a PNG, JPEG or WebP file.',
  animated: 'Please choose a picture that does not move.',
  pixels: 'This picture is too large. Please choose one with at most 40 million pixels.',
  unreadable: 'This picture is damaged. Please choose another one.',
}

/** Converts an uploaded file to a picture and stores it for the user (U3, U4). If that fails, the old picture stays. */
export async function savePicture(
  context: SessionContext,
  userId: string,
  file: Buffer,
): Promise<User | Refusal> {
  const picture = await squarePicture(file)
  if (typeof picture !== 'string') return setPicture(context, userId, picture)
  if (picture === 'busy') return refuse('rate-limited', { retryAfterSec: 5 })
  const details = { message: messages[picture], fields: { picture } }
  if (picture === 'type') return refuse('media-type', details)
  return refuse(picture === 'pixels' ? 'too-large' : 'invalid', details)
}

/** Removes the picture of a user (U3). */
export function removePicture(context: SessionContext, userId: string): Promise<User | Refusal> {
  return setPicture(context, userId, null)
}

async function setPicture(
  context: SessionContext,
  userId: string,
  file: Buffer | null,
): Promise<User | Refusal> {
  const { db, now } = context
  const saved = await transact(db, async (trx) => {
    const [locked] = await lockUsers(trx, [userId])
    if (!locked) return undefined
    const picture = file && { id: newSecretCode(ID_BYTES), file, created_at: now() }
    await replacePicture(trx, userId, picture)
    return { user: await userById(trx, userId), hadPicture: locked.picture !== null }
  })
  if (!saved?.user) return refuse('unauthenticated')
  if (file !== null || saved.hadPicture) await publishPerson(context, userId)
  return presentUser(saved.user)
}
