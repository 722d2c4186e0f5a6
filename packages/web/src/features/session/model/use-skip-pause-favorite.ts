import type { Answer } from '@jointly/contract'
import { type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { errorText } from '../../../shared/api/error-text.ts'
import { loadInvites } from '../../../shared/store/load-lists.ts'
import { useStore } from '../../../shared/store/store.ts'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import type { Follower } from './follower.ts'
import { isSamePlay } from './session-view.ts'

/** Each action is shown at once. If the server refuses it, the action is undone and a message says why. */
export type SkipPauseFavorite = {
  /** Sets or withdraws the person's wish to skip the current song (K1). The second press of a double tap is ignored (V9). */
  setSkipWish(wish: boolean): Promise<void>
  /** Pauses or resumes the music for everyone (H8). The screen changes after the answer. */
  setPaused(paused: boolean): Promise<void>
  /** Adds the session to this person's favorites, or removes it from them. Then the home list is fetched again. */
  setFavorite(favorite: boolean): Promise<void>
}

/**
 * @param open the follower of the open session; null if the session is closed
 * @param isDoubleTap the check for double taps (V9)
 * @returns the same object while the session is open
 */
export function useSkipPauseFavorite(
  ssid: string,
  open: RefObject<{ follower: Pick<Follower, 'update' | 'refresh'> } | null>,
  isDoubleTap: (toggle: string, isOn: boolean) => boolean,
): SkipPauseFavorite {
  const { t } = useTranslation()
  return useMemo(() => {
    const showRefusal = (refused: Extract<Answer<unknown>, { ok: false }>, start = '') =>
      void showToast({ text: `${start}${errorText(t, refused)}`, tone: 'bad' })

    async function setSkipWish(wish: boolean): Promise<void> {
      const before = useStore.getState().session
      const songID = before?.nowPlaying.song?.id
      if (!before || songID === undefined || isDoubleTap(`skip ${songID}`, wish)) return
      const show = (skip: boolean, skips?: number) =>
        open.current?.follower.update(({ shared, you }) => ({
          shared: skips === undefined ? shared : { ...shared, skips },
          you: { ...you, skip },
        }))
      const refresh = () => open.current?.follower.refresh()
      show(wish)
      const answer = await call('skip', { params: { ssid }, body: { wish, songID } })
      if (!answer.ok) showRefusal(answer, `${t('session.skip.failed')} `)
      const now = useStore.getState().session
      // The answer is not about the song that plays now.
      if (!now || !isSamePlay(now.nowPlaying, before.nowPlaying)) return refresh()
      if (!answer.ok) return show(!wish)
      if (answer.value.skipped) return refresh()
      // If a live message changed `skips` during the request, it may be newer than the answer.
      const isNewer = now.skips !== before.skips && now.skips !== answer.value.skips
      show(answer.value.wish, isNewer ? now.skips : answer.value.skips)
      if (isNewer) refresh()
    }

    async function setPaused(paused: boolean): Promise<void> {
      const answer = await call('pause', { params: { ssid }, body: { paused } })
      if (answer.ok) open.current?.follower.refresh()
      else showRefusal(answer)
    }

    async function setFavorite(favorite: boolean): Promise<void> {
      const show = (isShown: boolean) =>
        open.current?.follower.update(({ shared, you }) => ({ shared, you: { ...you, favorite: isShown } }))
      show(favorite)
      const answer = await call(favorite ? 'favorite' : 'unfavorite', { params: { ssid } })
      if (answer.ok) return void loadInvites()
      show(!favorite)
      showRefusal(answer)
    }

    return { setSkipWish, setPaused, setFavorite }
  }, [ssid, open, isDoubleTap, t])
}
