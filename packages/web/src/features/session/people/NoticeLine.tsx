import type { TFunction } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasNotices } from '../../../shared/browser/notices.ts'
import { useStore } from '../../../shared/store/store.ts'
import { Avatar } from '../../../shared/ui/media/Avatar.tsx'
import { nameInText } from '../../../shared/ui/media/PersonName.tsx'
import type { SessionView } from '../model/session-view.ts'
import css from './NoticeLine.module.css'
import { createNoticeQueue, type NoticeQueue } from './notice-queue.ts'
import { type Notice, noticesBetween } from './notices.ts'

/** The line that says what others do in the session. It takes no presses: they reach what is below it (U6). */
export function NoticeLine({ view }: { view: SessionView }) {
  const { t } = useTranslation()
  const notice = useNotice(view)
  const [person] = notice?.people ?? []
  return (
    <div className={css.region} role="status" aria-live="polite">
      {notice && (
        <p key={noticeText(t, notice)} className={css.notice}>
          {person && <Avatar person={person} size={24} />}
          <span dir="auto">{noticeText(t, notice)}</span>
        </p>
      )}
    </div>
  )
}

function useNotice(view: SessionView): Notice | null {
  const [notice, setNotice] = useState<Notice | null>(null)
  const ownId = useStore((state) => state.user?.id)
  const queue = useRef<NoticeQueue | null>(null)
  const before = useRef(view)
  useEffect(() => {
    const after = (delayMs: number, run: () => void) => {
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    }
    queue.current = createNoticeQueue(after, setNotice)
    return () => queue.current?.close()
  }, [])
  useEffect(() => {
    const earlier = before.current
    before.current = view
    const { session, activeCount } = view.shared
    if (!hasNotices() || earlier === view || earlier.shared.session.uuid !== session.uuid) return
    const notices = noticesBetween(earlier, view, ownId)
    if (notices.length > 0) queue.current?.add(notices, activeCount)
  }, [view, ownId])
  return notice
}

function noticeText(t: TFunction, { kind, people, count, title }: Notice): string {
  const [person] = people
  const name = person && nameInText(t, person)
  if (name && count === 1 && kind === 'joined') return t('people.notice.joinedOne', { name })
  if (name && count === 1 && title !== undefined && kind !== 'joined')
    return t(kind === 'added' ? 'people.notice.addedOne' : 'people.notice.votedOne', { name, title })
  if (name && people.length === 1 && kind !== 'joined') return t(`people.notice.${kind}By`, { name, count })
  return t(`people.notice.${kind}`, { count })
}
