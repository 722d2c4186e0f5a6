import type { ChatLine, Role } from '@jointly/contract'
import { moderatesChat } from '@jointly/domain'
import { type RefObject, use, useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore as useVanillaStore } from 'zustand'
import { errorText } from '../../../shared/api/error-text.ts'
import { clockText } from '../../../shared/i18n/moment-text.ts'
import { Button, IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { scrollIntoView } from '../../../shared/ui/layout/scroll-into-view.ts'
import { useFocusHandover } from '../../../shared/ui/layout/use-focus-handover.ts'
import { Avatar } from '../../../shared/ui/media/Avatar.tsx'
import { nameInText, PersonName } from '../../../shared/ui/media/PersonName.tsx'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import { OpenPeopleSheet } from '../people/open-people-sheet.ts'
import type { Chat } from './chat-controller.ts'
import type { ChatGroup } from './chat-groups.ts'
import { splitLinks } from './chat-links.ts'
import { shortText } from './short-text.ts'
import { useEscape } from '../use-escape.ts'
import css from './ChatTab.module.css'
import { useMute } from './mute/use-mute.ts'

type GroupProps = {
  chat: Chat
  group: ChatGroup
  role: Role
  isOwn: boolean
  /** The id of the chat line whose actions are shown. Null if no actions are shown. */
  chosen: number | null
  onChoose: (id: number | null) => void
}

/** Consecutive chat lines of one person, below the person's name and the time of the first line. */
export function ChatGroupRow({ chat, group, role, isOwn, chosen, onChoose }: GroupProps) {
  const { t } = useTranslation()
  const [{ user, at }] = group.lines
  const openSheet = use(OpenPeopleSheet)
  const name = useRef<HTMLButtonElement>(null)
  const openPerson = () => openSheet({ kind: 'person', person: user })
  const hasActions = isOwn || moderatesChat(role)
  return (
    <div className={css.group} data-own={isOwn || undefined}>
      {!isOwn && (
        // The picture opens the same sheet as the name beside it. So only the name is available to the keyboard and
        // to screen readers.
        <button
          type="button"
          className={css.face}
          tabIndex={-1}
          aria-hidden
          onClick={() => {
            name.current?.focus()
            openPerson()
          }}
        >
          <Avatar person={user} size={30} />
        </button>
      )}
      <div className={css.bubbles}>
        <p className={css.author}>
          {isOwn ? (
            <span className="visually-hidden">{t('session.social.you')}</span>
          ) : (
            <button ref={name} type="button" className={css.name} aria-haspopup="dialog" onClick={openPerson}>
              <PersonName person={user} />
            </button>
          )}
          <time dateTime={new Date(at).toISOString()}>{clockText(at)}</time>
        </p>
        {group.lines.map((line) => (
          <Line
            key={line.id}
            chat={chat}
            line={line}
            isOwn={isOwn}
            hasActions={hasActions}
            isChosen={chosen === line.id}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  )
}

type LineProps = Pick<GroupProps, 'chat' | 'isOwn' | 'onChoose'> & {
  line: ChatLine
  hasActions: boolean
  isChosen: boolean
}

/** The name of a button has this many characters of its line, so that lines of one minute have different names. */
const NAMED_CHARACTERS = 40

/** A line of the chat. Escape closes its actions. When the line is deleted, the tab gets the focus. */
function Line({ chat, line, isOwn, hasActions, isChosen, onChoose }: LineProps) {
  const { t } = useTranslation()
  const row = useFocusHandover<HTMLDivElement>(tabOf)
  const close = useCallback(() => {
    row.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
    onChoose(null)
  }, [row, onChoose])
  return (
    <div ref={row} className={css.line}>
      <p className={css.bubble} dir="auto" title={clockText(line.at)}>
        <LineText text={line.text} />
      </p>
      {hasActions && (
        <IconButton
          icon="more"
          size={18}
          className={css.more}
          label={t('session.chat.actions', {
            name: nameInText(t, line.user),
            time: clockText(line.at),
            text: shortText(line.text, NAMED_CHARACTERS),
          })}
          aria-expanded={isChosen}
          onClick={() => onChoose(isChosen ? null : line.id)}
        />
      )}
      {isChosen && <LineActions chat={chat} line={line} isOwn={isOwn} row={row} onDone={close} />}
    </div>
  )
}

/** Returns the tab of the chat. A line beside it may be rendered again, and a field would open a phone's keyboard. */
const tabOf = (line: HTMLElement): HTMLElement | null => line.closest<HTMLElement>('[role=tabpanel]')

function LineText({ text }: { text: string }) {
  return splitLinks(text).map((part, index) =>
    part.href === undefined ? (
      part.text
    ) : (
      <a
        key={`${index} ${part.href}`}
        href={part.href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
      >
        {part.text}
      </a>
    ),
  )
}

type ActionsProps = {
  chat: Chat
  line: ChatLine
  isOwn: boolean
  row: RefObject<HTMLElement | null>
  onDone: () => void
}

/** The actions that the person may use for a chat line: delete it, and mute its author (C8). */
function LineActions({ chat, line, isOwn, row, onDone }: ActionsProps) {
  const { t } = useTranslation()
  useEscape(row, onDone)
  const mute = useMute(chat)
  const mutedPeople = useVanillaStore(chat.store, (state) => state.mutedPeople)
  const isMuted = mutedPeople?.some(({ id }) => id === line.user.id) ?? false

  async function remove(): Promise<void> {
    onDone()
    const failed = await chat.remove(line.id)
    if (failed) showToast({ text: errorText(t, failed), tone: 'bad' })
  }

  return (
    // The actions of the last line can be below the end of the list.
    <div ref={scrollIntoView} className={css.actions}>
      <Button size="s" icon="delete" autoFocus onClick={() => void remove()}>
        {t('session.chat.delete')}
      </Button>
      {!isOwn && mutedPeople && !isMuted && (
        <Button
          size="s"
          icon="chat_off"
          onClick={() => {
            onDone()
            void mute(line.user, true)
          }}
        >
          {t('session.chat.mute', { name: nameInText(t, line.user) })}
        </Button>
      )}
    </div>
  )
}
