import { Tabs } from '@base-ui/react/tabs'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../shared/ui/media/Icon.tsx'
import css from './SessionTabs.module.css'

/** The four tabs of a session, in the order of the specification. */
export const TABS = ['search', 'library', 'social', 'options'] as const
export type Tab = (typeof TABS)[number]

const icons: Record<Tab, IconName> = {
  search: 'search',
  library: 'library',
  social: 'friends',
  options: 'options',
}

type TabRowProps = { open: Tab | null; onClose: () => void; ref: Ref<HTMLDivElement> }

/** The row of tabs. A press on the open tab closes it (Q3). */
export function TabRow({ open, onClose, ref }: TabRowProps) {
  const { t } = useTranslation()
  return (
    <Tabs.List ref={ref} className={css.tabs} aria-label={t('session.tabs.list')}>
      {TABS.map((tab) => (
        <Tabs.Tab key={tab} value={tab} className={css.tab} onClick={() => open === tab && onClose()}>
          <Icon name={icons[tab]} size={22} />
          <span>{t(`session.tabs.${tab}`)}</span>
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}
