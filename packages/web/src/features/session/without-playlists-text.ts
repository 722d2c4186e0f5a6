import type { PublicUser } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { nameInText } from '../../shared/ui/media/PersonName.tsx'

/**
 * Returns the text with the people who have no playlists for random mode (P2). Null if there are none.
 * @param more the number of further people without playlists
 */
export function withoutPlaylistsText(
  t: TFunction,
  { people, more }: { people: readonly PublicUser[]; more: number },
): string | null {
  if (people.length === 0) return null
  const names = people.map((person) => nameInText(t, person)).join(', ')
  return more > 0
    ? t('session.fairTurns.withoutMore', { names, count: more })
    : t('session.fairTurns.without', { names })
}
