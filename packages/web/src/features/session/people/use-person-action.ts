import { type Answer, BANNED_MAX, type Moderator, MODERATORS_MAX, type PublicUser } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { errorText, type FailedAnswer } from '../../../shared/api/error-text.ts'
import { inviteErrorText } from '../../../shared/api/invite-error-text.ts'
import { loadFriends } from '../../../shared/store/load-lists.ts'
import { useAction } from '../../../shared/ui/buttons/use-action.ts'
import { nameInText } from '../../../shared/ui/media/PersonName.tsx'
import { showToast } from '../../../shared/ui/toasts/toast.ts'

type MoreAboutAction = {
  undo?: (() => void) | undefined
  key?: string
  explain?: typeof refusalText
}

/**
 * Returns the actions that change something about one person at once. After each action, a message shows the result.
 */
export function usePersonAction(ssid: string, person: PublicUser) {
  const { t } = useTranslation()
  const { state, run } = useAction()
  const name = nameInText(t, person)
  const params = { ssid, id: person.id }

  /**
   * Sends a request and shows its result.
   * @param start sends the request
   * @param doneText returns the message after a success
   * @param more `undo` undoes the action; with it, the message has a button that calls it. `key`: a later message
   * with the same key replaces this message. `explain` returns the text for a refusal
   * @returns whether the request succeeded
   */
  async function act<T>(
    start: () => Promise<Answer<T>>,
    doneText: (value: T) => string,
    { undo, key, explain = refusalText }: MoreAboutAction = {},
  ): Promise<boolean> {
    const answer = await run(start)
    if (!answer) return false
    if (!answer.ok) {
      showToast({ text: explain(t, answer, name), tone: 'bad' })
      return false
    }
    const action = undo && { label: t('people.profile.undo'), run: undo, isUndo: true as const }
    showToast({ text: doneText(answer.value), tone: 'good', ...(key && { key }), ...(action && { action }) })
    return true
  }

  const setBan = (banned: boolean): Promise<boolean> =>
    act(
      () => call('setBan', { params, body: { banned } }),
      () => t(banned ? 'people.profile.banned' : 'people.profile.lifted', { name }),
      {
        key: `ban ${ssid} ${person.id}`,
        undo: banned ? () => void setBan(false) : undefined,
        explain: banRefusalText,
      },
    )
  return {
    state,
    setBan,
    setRole: (level: Exclude<Moderator['level'], 'owner'> | null) =>
      act(
        () => call('setRole', { params, body: { level } }),
        () =>
          level
            ? t('people.profile.roleSet', { name, role: t(`session.options.level.${level}`) })
            : t('people.profile.roleGone', { name }),
        { explain: roleRefusalText },
      ),
    befriend: () =>
      act(
        async () => {
          const answer = await call('changeFriend', { body: { friend: person.id, wish: true } })
          await loadFriends()
          return answer
        },
        // Two requests that cross make a friendship, too (N1).
        ({ status }) => t(status === 'friends' ? 'people.notice.friends' : 'people.profile.asked', { name }),
      ),
    invite: () =>
      act(
        () => call('invite', { body: { invitedID: person.id, ssid } }),
        () => t('people.profile.invited', { name }),
        { explain: inviteErrorText },
      ),
  }
}

/**
 * Returns the text for a refused action. There are special texts if the person to ban has left the session or has a
 * role.
 */
function refusalText(t: TFunction, answer: FailedAnswer, name: string): string {
  const fields = 'fields' in answer.error ? Object.values(answer.error.fields ?? {}) : []
  if (fields.includes('away')) return t('people.profile.notHere', { name })
  if (fields.includes('moderator')) return t('people.profile.hasRole', { name })
  return errorText(t, answer)
}

/** Returns the text for a ban that was refused. There is a special text if no more bans are possible (R3). */
const banRefusalText: typeof refusalText = (t, answer, name) =>
  answer.error.code === 'too-many'
    ? t('people.profile.bansFull', { count: BANNED_MAX })
    : refusalText(t, answer, name)

/** Returns the text for a role that was refused. There is a special text if no more roles are possible (R3). */
const roleRefusalText: typeof refusalText = (t, answer, name) =>
  answer.error.code === 'too-many'
    ? t('people.profile.rolesFull', { count: MODERATORS_MAX })
    : refusalText(t, answer, name)
