import { Tabs } from '@base-ui/react/tabs'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../shared/ui/media/Icon.tsx'
import css from './SessionTabs.module.css'

/** The tabs in their order on the screen: the four tabs of the specification, and after them the chat. */
export const TABS = ['search', 'library', 'social', 'options', 'chat'] as const
export type Tab = (typeof TABS)[number]

const icons: Record<Tab, IconName> = {
  search: 'search',
  library: 'library',
  social: 'friends',
  chat: 'chat',
  options: 'options',
}

/** With more unread chat lines than this, the tab shows `9+` (C11). */
const MAX_UNREAD = 9

type TabRowProps = {
  tabs: readonly Tab[]
  open: Tab | null
  onClose: () => void
  unread: number
  ref: Ref<HTMLDivElement>
}

/** The row of tabs. A press on the open tab closes the tab (Q3). */
export function TabRow({ tabs, open, onClose, unread, ref }: TabRowProps) {
  const { t } = useTranslation()
  return (
    <Tabs.List ref={ref} className={css.tabs} aria-label={t('session.tabs.list')}>
      {tabs.map((tab) => (
        <Tabs.Tab key={tab} value={tab} className={css.tab} onClick={() => open === tab && onClose()}>
          <Icon name={icons[tab]} size={22} />
          <span className={css.label}>{t(`session.tabs.${tab}`)}</span>
          {tab === 'chat' && unread > 0 && (
            <span className={css.unread}>
              <span aria-hidden>{unread > MAX_UNREAD ? `${MAX_UNREAD}+` : unread}</span>
              <span className="visually-hidden">{t('session.chat.unread', { count: unread })}</span>
            </span>
          )}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}
