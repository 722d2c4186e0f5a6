import type { Role } from '@jointly/contract'
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyDialog } from '../../../shared/ui/parts/lazy-dialog.tsx'
import { setColourPairs } from '../../../shared/ui/media/avatar-colours.ts'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import { useRequestToasts } from '../../../shared/ui/toasts/use-request-toasts.ts'
import type { SessionView } from '../model/session-view.ts'
import { loadPeopleSheet } from '../panel/load-panel.ts'
import type { ServerNow } from '../time.ts'
import { useOnChange } from '../use-on-change.ts'
import { NoticeLine } from './NoticeLine.tsx'
import { OpenPeopleSheet, type PeopleSheetContent } from './open-people-sheet.ts'
import type { ProfileOptions } from './use-ban.ts'

const PeopleSheet = lazyDialog(loadPeopleSheet, 'PeopleSheet')

type SessionPeopleProps = {
  view: SessionView
  options: ProfileOptions
  serverNow: ServerNow
  children: ReactNode
}

/**
 * Adds to a session: the sheet about people, the notices and toasts about their actions, and the colours of their
 * avatars (U2, U5, U6).
 */
export function SessionPeople({ view, options, serverNow, children }: SessionPeopleProps) {
  const [content, setContent] = useState<PeopleSheetContent | null>(null)
  const open = useMemo(() => (next: PeopleSheetContent) => setContent(next), [])
  const { colours } = view.shared
  useLayoutEffect(() => setColourPairs(colours), [colours])
  useRequestToasts({ ssid: view.shared.session.uuid, isLoaded: true })
  useRoleToast(view.you.role)
  return (
    <OpenPeopleSheet value={open}>
      {children}
      <NoticeLine view={view} serverNow={serverNow} />
      {content && (
        <PeopleSheet
          content={content}
          view={view}
          options={options}
          onOpen={setContent}
          onClose={() => setContent(null)}
        />
      )}
    </OpenPeopleSheet>
  )
}

/** Shows a message when somebody changes or removes the role of this person in the session (R2). */
function useRoleToast(role: Role): void {
  const { t } = useTranslation()
  const show = useCallback(() => {
    if (role === 'guest') showToast({ text: t('people.notice.roleGone') })
    else {
      const names = { role: t(`session.options.level.${role}`), text: t(`session.options.levelText.${role}`) }
      showToast({ text: t('people.notice.role', names), tone: 'good' })
    }
  }, [role, t])
  useOnChange(role, show)
}
