import { type ReactNode, Suspense, useLayoutEffect, useMemo, useState } from 'react'
import { lazyNamed } from '../../../shared/ui/lazy-named.ts'
import { setColourPairs } from '../../../shared/ui/media/avatar-colours.ts'
import { useRequestToasts } from '../../../shared/ui/toasts/use-request-toasts.ts'
import type { SessionView } from '../model/session-view.ts'
import type { ServerNow } from '../time.ts'
import { NoticeLine } from './NoticeLine.tsx'
import { OpenPeopleSheet, type PeopleSheetContent } from './open-people-sheet.ts'
import type { ProfileOptions } from './use-ban.ts'
import { useRoleToast } from './use-role-toast.ts'

const PeopleSheet = lazyNamed(() => import('./PeopleSheet.tsx'), 'PeopleSheet')

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
        <Suspense>
          <PeopleSheet
            content={content}
            view={view}
            options={options}
            onOpen={setContent}
            onClose={() => setContent(null)}
          />
        </Suspense>
      )}
    </OpenPeopleSheet>
  )
}
