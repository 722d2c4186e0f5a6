import type { Answer, Moderator, PublicUser } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { errorText, type FailedAnswer } from '../../../shared/api/error-text.ts'
import { loadFriends } from '../../../shared/store/load.ts'
import { useAction } from '../../../shared/ui/buttons/use-action.ts'
import { nameInText } from '../../../shared/ui/media/PersonName.tsx'
import { showToast } from '../../../shared/ui/toasts/toast.ts'

/** Changes something about one person at once, and says what happened. */
export function usePersonAction(ssid: string, person: PublicUser) {
  const { t } = useTranslation()
  const { state, run } = useAction<unknown>()
  const name = nameInText(t, person)
  const params = { ssid, id: person.id }

  async function act(start: () => Promise<Answer<unknown>>, done: string, undo?: () => void): Promise<void> {
    const answer = await run(start)
    if (!answer) return
    if (!answer.ok) return void showToast({ text: refusalText(t, answer, name), tone: 'bad' })
    const action = undo && { label: t('people.profile.undo'), run: undo }
    showToast({ text: done, tone: 'good', ...(action && { action }) })
  }

  const setBan = (banned: boolean): Promise<void> =>
    act(
      () => call('setBan', { params, body: { banned } }),
      t(banned ? 'people.profile.banned' : 'people.profile.lifted', { name }),
      banned ? () => void setBan(false) : undefined,
    )
  return {
    state,
    setBan,
    setRole: (level: Exclude<Moderator['level'], 'owner'> | null) =>
      act(
        () => call('setRole', { params, body: { level } }),
        level
          ? t('people.profile.roleSet', { name, role: t(`session.options.level.${level}`) })
          : t('people.profile.roleGone', { name }),
      ),
    befriend: () =>
      act(
        async () => {
          const answer = await call('changeFriend', { body: { friend: person.id, wish: true } })
          await loadFriends()
          return answer
        },
        t('people.profile.asked', { name }),
      ),
    invite: () =>
      act(
        () => call('invite', { body: { invitedID: person.id, ssid } }),
        t('people.profile.invited', { name }),
      ),
  }
}

/** Returns why the call was refused. A ban of a person who left has its own text. */
function refusalText(t: TFunction, answer: FailedAnswer, name: string): string {
  const fields = 'fields' in answer.error ? Object.values(answer.error.fields ?? {}) : []
  if (fields.includes('away')) return t('people.profile.notHere', { name })
  return errorText(t, answer)
}
