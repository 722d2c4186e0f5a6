import { Tabs } from '@base-ui/react/tabs'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnread } from '../chat/use-chat.ts'
import type { SessionView } from '../model/session-view.ts'
import type { PendingVotes } from '../model/vote-sender.ts'
import { useMedia } from '../../../shared/browser/layout/media.ts'
import { whenIdle } from '../../../shared/browser/timers.ts'
import { Deferred } from '../../../shared/ui/layout/Deferred.tsx'
import { lazyNamed } from '../../../shared/ui/parts/lazy-named.ts'
import { SkeletonRows } from '../../../shared/ui/states/Skeleton.tsx'
import css from './SessionPanel.module.css'
import { type Tab, TABS, TabRow } from '../SessionTabs.tsx'
import type { SearchParts } from '../tabs/SearchTab.tsx'
import type { OptionsControls } from '../options/model/use-options.ts'
import type { ServerNow } from '../time.ts'
import { loadTabs, preloadTabs } from './load-panel.ts'
import type { SessionPanelState } from './use-session-panel.ts'
import { VoteList } from '../votes/VoteList.tsx'

const TabBody = lazyNamed(loadTabs, 'TabBody')

export type PanelProps = {
  ssid: string
  search: SearchParts
  view: SessionView
  pending: PendingVotes
  serverNow: ServerNow
  devices: ReactNode
  onLeave: () => void
  options: OptionsControls
  state: SessionPanelState
  /**
   * Where the panel is. While a tab is open, the drawer has space for one vote, and the side panel for several votes.
   */
  kind: 'drawer' | 'side'
  /** Whether only the first votes are rendered, because the lowered drawer hides the rest. */
  isBrief: boolean
}

/**
 * If there are more votes than this, keyboard users get a button that skips the vote list. Each vote has three
 * buttons, so the way to the tabs would be long.
 */
const MAX_VOTES_TO_TAB_THROUGH = 5

/**
 * While the drawer is lowered, only this number of votes is rendered. The lowered drawer hides the rest, and to render
 * hundreds of hidden votes would delay the opening of the session.
 */
const VOTES_IN_LOWERED_DRAWER = 2

/** A window that is too low for several votes above the content of an open tab. */
const LOW_WINDOW = '(height < 32em)'

/** Gives the focus to the open tab of a row of tabs. */
const focusOpenTab = (row: HTMLElement | null) =>
  row?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus({ preventScroll: true })

/** The vote list and the tabs. They are the content of the drawer or of the side panel. */
export function SessionPanel(props: PanelProps) {
  const { t } = useTranslation()
  const tabs = useRef<HTMLDivElement>(null)
  useEffect(() => whenIdle(preloadTabs), [])
  const { view, pending, serverNow, state, kind, isBrief } = props
  const { isTabJustOpened, openTab } = state
  const isDrawer = kind === 'drawer'
  // The lowered drawer shows only the votes.
  const tab = isDrawer && state.height === 'peek' ? null : state.tab
  // A press in the header may have opened the tab, for example a press on the avatars. Then the focus moves from the
  // header to the tab.
  useEffect(() => {
    const focused = document.activeElement
    if (tab === null || !isTabJustOpened || focused?.closest('header') == null) return
    focusOpenTab(tabs.current)
  }, [tab, isTabJustOpened])
  const unread = useUnread()
  // While the chat is off, its tab is hidden. If a person has the tab open, it stays until they close it (C4).
  const hasChat = view.shared.setup.chat || tab === 'chat'
  const tabsHere = TABS.filter((each) => each !== 'chat' || hasChat)
  const isLow = useMedia(LOW_WINDOW)
  const wasEmpty = useWasEmptyAtOpening(view, tab)
  // Whether the open tab leaves space for only one vote. The options need more space than the other tabs.
  const isShort = tab !== null && (isDrawer || wasEmpty || isLow || tab === 'options')
  return (
    <Tabs.Root
      className={css.panel}
      value={tab}
      onValueChange={openTab}
      data-kind={kind}
      onKeyDown={({ key, target, currentTarget }) => {
        // In the drawer, Escape closes the drawer. A dialog of the panel is not inside the panel's element.
        const isHere = target instanceof Node && currentTarget.contains(target)
        if (key !== 'Escape' || isDrawer || tab === null || !isHere) return
        focusOpenTab(tabs.current)
        openTab(null)
      }}
      data-tab={tab ?? undefined}
    >
      {!isShort && view.shared.votes.length > MAX_VOTES_TO_TAB_THROUGH && (
        <button
          type="button"
          className={css.past}
          onClick={() => tabs.current?.querySelector<HTMLElement>('[role="tab"]')?.focus()}
        >
          {t('session.votes.past')}
        </button>
      )}
      <div className={css.votes} data-short={isShort || undefined}>
        <Deferred>
          <VoteList
            view={view}
            pending={pending}
            serverNow={serverNow}
            limit={isShort ? 1 : isBrief ? VOTES_IN_LOWERED_DRAWER : null}
            short={isShort}
            onSearch={() => openTab('search')}
            onVotes={() => openTab(null)}
          />
        </Deferred>
      </div>
      {/* On the screen, the row of tabs is below the content of the open tab. In the focus order, it comes before
          the content (D14). */}
      <TabRow ref={tabs} tabs={tabsHere} open={tab} unread={unread} onClose={() => openTab(null)} />
      {tabsHere.map((each) => (
        <Tabs.Panel key={each} value={each} className={css.tab}>
          <Suspense fallback={<SkeletonRows />}>
            <TabBody {...props} tab={each} />
          </Suspense>
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}

/**
 * Returns whether the vote list was empty when the person opened a tab. The result does not change until no tab is
 * open, also if the person opens another tab. So nothing moves when the first song is added (Q1, Q2).
 */
function useWasEmptyAtOpening({ shared }: SessionView, tab: Tab | null): boolean {
  const isEmpty = shared.votes.length === 0 && shared.next === null
  const isOpen = tab !== null
  const [opening, setOpening] = useState({ isOpen, isEmpty })
  if (opening.isOpen !== isOpen) setOpening({ isOpen, isEmpty })
  return opening.isEmpty
}
