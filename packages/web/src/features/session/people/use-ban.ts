import type { Options, PublicUser } from '@jointly/contract'
import { useState } from 'react'
import type { ButtonState } from '../../../shared/ui/buttons/Button.tsx'
import type { SessionView } from '../model/session-view.ts'
import type { OptionsControls } from '../options/model/use-options.ts'
import { usePersonAction } from './use-person-action.ts'

/**
 * The part of the options that the sheet needs. `edit` contains the moderators and the banned people, and `open`
 * fetches them.
 */
export type ProfileOptions = Pick<OptionsControls, 'edit' | 'failed' | 'open'>

export type Ban = {
  isBanned: boolean
  state: ButtonState
  set: (banned: boolean) => Promise<void>
}

/**
 * Returns whether a person is banned, and a function that bans the person or lifts the ban (S7). The result changes
 * at once after the function succeeds, before the list of banned people is fetched again.
 */
export function useBan(person: PublicUser, view: SessionView, options: ProfileOptions): Ban {
  const action = usePersonAction(view.shared.session.uuid, person)
  const list = options.edit?.loaded.banned
  const [changed, setChanged] = useState<{ list: Options['banned']; isBanned: boolean } | null>(null)
  const isListed = list?.some(({ user_id }) => user_id === person.id) ?? false
  return {
    isBanned: changed !== null && changed.list === list ? changed.isBanned : isListed,
    // After a ban, the button that lifts it appears, and the reverse. A success of one button is not a success of the
    // other, so it is not shown.
    state: action.state === 'success' ? 'default' : action.state,
    async set(banned) {
      if (await action.setBan(banned)) setChanged({ list, isBanned: banned })
    },
  }
}
