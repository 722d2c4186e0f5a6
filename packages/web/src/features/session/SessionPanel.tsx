import { Tabs } from '@base-ui/react/tabs'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Inside } from './model/merge.ts'
import type { SessionControls } from './model/use-session.ts'
import css from './SessionPanel.module.css'
import { type Tab, TABS, TabRow } from './SessionTabs.tsx'
import { LibraryTab } from './tabs/LibraryTab.tsx'
import { OptionsTab } from './options/OptionsTab.tsx'
import { SearchTab } from './tabs/SearchTab.tsx'
import { SocialTab } from './social/SocialTab.tsx'
import type { OptionsEditing } from './options/model/use-options.ts'
import type { ServerNow } from './time.ts'
import { VoteList } from './votes/VoteList.tsx'

export type PanelProps = {
  ssid: string
  inside: Inside
  controls: SessionControls
  serverNow: ServerNow
  devices: ReactNode
  homescreen: ReactNode
  options: OptionsEditing
  /** The open tab; null shows the votes alone. */
  tab: Tab | null
  /** Whether the person chose the tab just now; else the drawer was raised on one that was open before. */
  isTabAsked: boolean
  onTab: (tab: Tab | null) => void
  /** `drawer`: tabs at the lower edge, one part at a time. `side`: votes and a tab, both always open. */
  kind: 'drawer' | 'side'
}

/** Past so many rows of three buttons each, the keyboard finds its way by itself. */
const FEW_VOTES = 5

/** The vote view on top and the four tabs, for the phone's drawer and the desktop's side. */
export function SessionPanel(props: PanelProps) {
  const { t } = useTranslation()
  const tabs = useRef<HTMLDivElement>(null)
  const { inside, controls, serverNow, tab, onTab, kind } = props
  const isDrawer = kind === 'drawer'
  // What is settled needs more room than what is looked up.
  const isShort = tab !== null && (isDrawer || tab === 'options')
  return (
    <Tabs.Root
      className={css.panel}
      value={tab}
      onValueChange={onTab}
      data-kind={kind}
      data-tab={tab ?? undefined}
    >
      {!isShort && inside.shared.votes.length > FEW_VOTES && (
        <button
          type="button"
          className={css.past}
          onClick={() => tabs.current?.querySelector<HTMLElement>('[role="tab"]')?.focus()}
        >
          {t('session.votes.past')}
        </button>
      )}
      <div className={css.votes} data-short={isShort || undefined}>
        <VoteList
          inside={inside}
          controls={controls}
          serverNow={serverNow}
          short={isShort}
          onSearch={() => onTab('search')}
        />
      </div>
      {TABS.map((each) => (
        <Tabs.Panel key={each} value={each} className={css.tab}>
          <TabBody {...props} tab={each} />
        </Tabs.Panel>
      ))}
      <TabRow ref={tabs} open={tab} onClose={isDrawer ? () => onTab(null) : null} />
    </Tabs.Root>
  )
}

function TabBody({
  tab,
  ssid,
  inside,
  controls,
  options,
  kind,
  isTabAsked,
  ...parts
}: PanelProps & { tab: Tab }) {
  switch (tab) {
    case 'search':
      return (
        <SearchTab
          ssid={ssid}
          inside={inside}
          controls={controls}
          autoFocus={kind === 'drawer' && isTabAsked}
        />
      )
    case 'library':
      return <LibraryTab ssid={ssid} inside={inside} controls={controls} />
    case 'social':
      return <SocialTab inside={inside} options={options} />
    case 'options':
      return (
        <OptionsTab
          ssid={ssid}
          inside={inside}
          controls={controls}
          options={options}
          devices={parts.devices}
          homescreen={parts.homescreen}
        />
      )
  }
}
