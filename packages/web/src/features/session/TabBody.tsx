import { ChatTab } from './chat/ChatTab.tsx'
import { OptionsTab } from './options/OptionsTab.tsx'
import type { PanelProps } from './panel/SessionPanel.tsx'
import type { Tab } from './SessionTabs.tsx'
import { SocialTab } from './social/SocialTab.tsx'
import { LibraryTab } from './tabs/LibraryTab.tsx'
import { SearchTab } from './tabs/SearchTab.tsx'

export function TabBody({ tab, ...props }: PanelProps & { tab: Tab }) {
  const { ssid, view, pending, options } = props
  switch (tab) {
    case 'search':
      return (
        <SearchTab
          ssid={ssid}
          search={props.search}
          view={view}
          pending={pending}
          isJustOpened={props.state.isTabJustOpened}
        />
      )
    case 'library':
      return <LibraryTab ssid={ssid} view={view} pending={pending} />
    case 'social':
      return <SocialTab view={view} options={options} />
    case 'chat':
      return <ChatTab view={view} />
    case 'options':
      return (
        <OptionsTab
          ssid={ssid}
          view={view}
          options={options}
          devices={props.devices}
          onLeave={() => props.state.ask(props.onLeave)}
        />
      )
  }
}
