import type { ChatLine, Role } from '@jointly/contract'
import { isSameDay } from 'date-fns/isSameDay'
import { startOfTomorrow } from 'date-fns/startOfTomorrow'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore as useVanillaStore } from 'zustand'
import { errorText } from '../../../shared/api/error-text.ts'
import { after } from '../../../shared/browser/timers.ts'
import { dateText } from '../../../shared/i18n/moment-text.ts'
import { useStore } from '../../../shared/store/store.ts'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { HandoverButton } from '../../../shared/ui/buttons/HandoverButton.tsx'
import { EmptyState } from '../../../shared/ui/states/StateNote.tsx'
import { groupLines } from './chat-groups.ts'
import type { Chat } from './chat-controller.ts'
import { ChatGroupRow } from './ChatGroupRow.tsx'
import css from './ChatTab.module.css'
import { UnsentLines } from './unsent/UnsentLines.tsx'
import { useChatScroll } from './use-chat-scroll.ts'

/** The loaded lines of the chat. The newest line is at the bottom. */
export function ChatLines({ chat, role }: { chat: Chat; role: Role }) {
  const { t } = useTranslation()
  const ownId = useStore((state) => state.user?.id)
  const log = useVanillaStore(chat.store, (state) => state.log)
  const unsent = useVanillaStore(chat.store, (state) => state.unsent)
  const olderRefused = useVanillaStore(chat.store, (state) => state.olderRefused)
  const scroll = useChatScroll(log.lines, unsent.length, () => {
    // After a failure, the person tries again with the button, because each movement calls this function.
    if (!olderRefused) void chat.loadOlder()
  })
  const groups = useMemo(() => groupLines(log.lines, isSameDay), [log.lines])
  const todayMs = useToday(log.lines)
  const [chosen, setChosen] = useState<number | null>(null)
  useSeen(chat, log.last, scroll.isAtEnd)
  useEffect(() => {
    chat.setReadingOlder(!scroll.isAtEnd)
    return () => chat.setReadingOlder(false)
  }, [chat, scroll.isAtEnd])
  if (log.lines.length === 0 && unsent.length === 0)
    return (
      <div className={css.center}>
        <EmptyState icon="chat" title={t('session.chat.empty')} text={t('session.chat.emptyText')} />
      </div>
    )
  return (
    <div className={css.frame}>
      <div
        ref={scroll.ref}
        className={css.lines}
        onScroll={scroll.onScroll}
        role="region"
        // With a tab index, people can scroll the list with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('session.chat.lines')}
      >
        {log.more && <OlderButton chat={chat} />}
        <ol className={css.groups}>
          {groups.map((group) => (
            <li key={group.lines[0].id} className="vstack">
              {group.beginsDay && <p className={css.day}>{dateText(group.lines[0].at, todayMs)}</p>}
              <ChatGroupRow
                chat={chat}
                group={group}
                role={role}
                isOwn={group.lines[0].user.id === ownId}
                chosen={chosen}
                onChoose={setChosen}
              />
            </li>
          ))}
          <UnsentLines chat={chat} />
        </ol>
      </div>
      {!scroll.isAtEnd && scroll.hasNew && (
        <Button size="s" tone="primary" icon="expand_more" className={css.toNew} onClick={scroll.toEnd}>
          {t('session.chat.new')}
        </Button>
      )}
    </div>
  )
}

const linesAround = (button: HTMLElement) => button.closest<HTMLElement>('[role="region"]')

/** Loads older chat lines. If they cannot be loaded, the reason is below the button (E3). */
function OlderButton({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const isLoading = useVanillaStore(chat.store, (state) => state.isLoadingOlder)
  const refused = useVanillaStore(chat.store, (state) => state.olderRefused)
  return (
    <>
      <HandoverButton
        size="s"
        tone="quiet"
        className={css.older}
        state={isLoading ? 'loading' : refused ? 'failed' : 'default'}
        findNext={linesAround}
        onClick={() => void chat.loadOlder()}
      >
        {t('session.chat.older')}
      </HandoverButton>
      {refused && (
        <p className={css.olderFailed} role="alert">
          {errorText(t, refused)}
        </p>
      )}
    </>
  )
}

/**
 * Returns a time of today, in epoch milliseconds. It changes at midnight. It is also checked when the lines change,
 * because the timer of a device that slept is late.
 */
function useToday(lines: readonly ChatLine[]): number {
  const [todayMs, setToday] = useState(Date.now)
  useLayoutEffect(() => setToday((before) => (isSameDay(before, Date.now()) ? before : Date.now())), [lines])
  useEffect(() => after(startOfTomorrow().getTime() - Date.now(), () => setToday(Date.now())), [todayMs])
  return todayMs
}

/** Marks all chat lines as seen while the page is visible and the newest line is on the screen (C11). */
function useSeen(chat: Chat, last: number, isAtEnd: boolean): void {
  useEffect(() => {
    const markIfVisible = () => document.visibilityState === 'visible' && isAtEnd && chat.markSeen()
    markIfVisible()
    document.addEventListener('visibilitychange', markIfVisible)
    return () => document.removeEventListener('visibilitychange', markIfVisible)
  }, [chat, last, isAtEnd])
}
