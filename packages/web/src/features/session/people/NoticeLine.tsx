import type { PublicUser } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { after } from '../../../shared/browser/timers.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasNotices } from '../../../shared/browser/notice-setting.ts'
import { useStore } from '../../../shared/store/store.ts'
import { Avatar } from '../../../shared/ui/media/Avatar.tsx'
import { nameInText } from '../../../shared/ui/media/PersonName.tsx'
import { shortText } from '../chat/short-text.ts'
import { useChatNotices, useIsInChat } from '../chat/use-chat-notices.ts'
import type { SessionView } from '../model/session-view.ts'
import type { ServerNow } from '../time.ts'
import css from './NoticeLine.module.css'
import { createNoticeQueue, type NoticeQueue } from './notice-queue.ts'
import { type Notice, noticesBetween, type ChatNotice } from './notices.ts'

/**
 * A line with the newest action of other people, or with the newest chat line if the chat is not visible (U6, C11).
 * It does not receive presses, so that they reach the element below it.
 */
export function NoticeLine({ view, serverNow }: { view: SessionView; serverNow: ServerNow }) {
  const { t } = useTranslation()
  const newest = useNotice(view, serverNow)
  const line = newest?.kind === 'said' ? newest.line : undefined
  const isDeleted = !useIsInChat(line?.id) && line !== undefined
  const notice = isDeleted ? null : newest
  const person = notice && personOf(notice)
  return (
    <div className={css.region} role="status" aria-live="polite">
      {notice && (
        <p
          key={noticeText(t, notice)}
          className={css.notice}
          data-paused={notice.kind === 'paused' || undefined}
        >
          {person && <Avatar person={person} size={24} />}
          <span dir="auto" className="one-line">
            {noticeText(t, notice)}
          </span>
        </p>
      )}
    </div>
  )
}

function personOf(notice: Notice): PublicUser | undefined {
  if (notice.kind === 'said') return notice.line.user
  if (notice.kind === 'paused') return notice.person
  return notice.kind === 'skipped' ? undefined : notice.people[0]
}

/**
 * A person who comes back within this time in milliseconds is not announced. They loaded the page again, or the server
 * was restarted.
 */
const RETURN_MS = 60_000

function useNotice(view: SessionView, serverNow: ServerNow): Notice | null {
  const [notice, setNotice] = useState<Notice | null>(null)
  const ownId = useStore((state) => state.user?.id)
  const queue = useRef<NoticeQueue | null>(null)
  const before = useRef(view)
  /** When each person was here last, in server epoch milliseconds. The key is the id of the person. */
  const hereAtMs = useRef(new Map<string, number>())
  /** The last song that the person wished to skip. Its personal view may arrive before the next song. */
  const wishedSongId = useRef<string | null>(null)
  useEffect(() => {
    queue.current = createNoticeQueue(after, setNotice)
    return () => queue.current?.close()
  }, [])
  useEffect(() => {
    const earlier = before.current
    before.current = view
    const { session, activeCount } = view.shared
    // The clock of the device may be changed at any moment.
    const nowMs = serverNow() ?? 0
    for (const { id } of earlier.shared.active) hereAtMs.current.set(id, nowMs)
    const wasHere = (id: string) => nowMs - (hereAtMs.current.get(id) ?? -Infinity) < RETURN_MS
    if (!hasNotices() || earlier === view || earlier.shared.session.uuid !== session.uuid) return
    const songId = earlier.shared.nowPlaying.song?.id ?? null
    if (earlier.you.skip) wishedSongId.current = songId
    const notices = noticesBetween(earlier, view, ownId, wasHere).filter(
      ({ kind }) => kind !== 'skipped' || wishedSongId.current !== songId,
    )
    if (notices.length > 0) queue.current?.add(notices, activeCount)
  }, [view, ownId, serverNow])
  const activeCount = useRef(0)
  useEffect(() => {
    activeCount.current = view.shared.activeCount
  })
  const say = useCallback((said: ChatNotice) => {
    if (hasNotices()) queue.current?.add([said], activeCount.current)
  }, [])
  useChatNotices(view.shared.setup.chat, say)
  return notice
}

/**
 * A notice shows at most this number of characters of a chat line. It has only one row, and screen readers read its
 * whole text.
 */
const SAID_CHARACTERS = 90

function noticeText(t: TFunction, notice: Notice): string {
  if (notice.kind === 'said') {
    const { user, text } = notice.line
    return t('session.chat.said', { name: nameInText(t, user), text: shortText(text, SAID_CHARACTERS) })
  }
  if (notice.kind === 'skipped') return t('people.notice.skipped', { title: notice.title })
  if (notice.kind === 'paused') return t('people.notice.paused', { name: nameInText(t, notice.person) })
  const { kind, people, count, title } = notice
  const [person] = people
  const name = person && nameInText(t, person)
  if (name && count === 1 && kind === 'joined') return t('people.notice.joinedOne', { name })
  if (name && count === 1 && title !== undefined && kind !== 'joined')
    return t(kind === 'added' ? 'people.notice.addedOne' : 'people.notice.votedOne', { name, title })
  if (name && people.length === 1 && kind !== 'joined') return t(`people.notice.${kind}By`, { name, count })
  return t(`people.notice.${kind}`, { count })
}
