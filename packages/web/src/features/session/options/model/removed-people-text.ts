import type { Options, SharedSession } from '@jointly/contract'
import { isOpenByLink, isStricter } from '@jointly/domain'
import type { TFunction } from 'i18next'
import type { Edit } from './edit.ts'

const takesGuests = ({ guests, policy }: Pick<Options, 'guests' | 'policy'>): boolean =>
  guests === true && policy !== undefined && isOpenByLink(policy)

/**
 * Returns the warning that the save will remove people from the session (S2, G5), or null. The app does not know who was
 * invited, and in a large session it does not have the list of all people. It counts the guests if nobody else can be
 * affected.
 */
export function removedPeopleText(
  t: TFunction,
  { loaded, draft }: Edit,
  { active, activeCount, session }: SharedSession,
): string | null {
  if (!loaded.policy || !draft.policy) return null
  const isClosing = isStricter(draft.policy, loaded.policy)
  if (!isClosing && (!takesGuests(loaded) || takesGuests(draft))) return null

  const staying = [session.owner.id, ...(draft.mods ?? []).map(({ user_id }) => user_id)]
  const guestCount = active.filter(({ guest }) => guest).length
  const others = active.filter(({ id, guest }) => !guest && !staying.includes(id))
  const isLarge = activeCount > active.length
  if (isClosing && (isLarge || others.length > 0))
    return t(`session.options.uninvited.${draft.policy === 'strict' ? 'strict' : 'invite'}`)
  if (isLarge) return t('session.options.guests.removedAll')
  return guestCount > 0 ? t('session.options.guests.removed', { count: guestCount }) : null
}
