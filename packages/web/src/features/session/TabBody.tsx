import { ChatTab } from './chat/ChatTab.tsx'
import { OptionsTab } from './options/OptionsTab.tsx'
import type { PanelProps } from './panel/SessionPanel.tsx'
import type { Tab } from './SessionTabs.tsx'
import { SocialTab } from './social/SocialTab.tsx'
import { LibraryTab } from './tabs/LibraryTab.tsx'
import { SearchTab } from './tabs/SearchTab.tsx'

export function TabBody({
  tab,
  ssid,
  view,
  controls,
  options,
  searchMemory,
  preview,
  chat,
  isTabJustOpened,
  ...parts
}: PanelProps & { tab: Tab }) {
  switch (tab) {
    case 'search':
      return (
        <SearchTab
          ssid={ssid}
          memory={searchMemory}
          preview={preview}
          view={view}
          controls={controls}
          isJustOpened={isTabJustOpened}
        />
      )
    case 'library':
      return <LibraryTab ssid={ssid} view={view} controls={controls} />
    case 'social':
      return <SocialTab view={view} options={options} />
    case 'chat':
      return <ChatTab chat={chat} view={view} />
    case 'options':
      return (
        <OptionsTab
          ssid={ssid}
          view={view}
          controls={controls}
          options={options}
          devices={parts.devices}
          homescreen={parts.homescreen}
          onLeave={parts.onLeave}
        />
      )
  }
}
