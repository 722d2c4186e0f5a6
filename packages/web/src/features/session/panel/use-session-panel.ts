import { type ReactNode, useEffect, useState } from 'react'
import { useDrawerLayer, useHasDrawerEntry } from '../../../shared/browser/back/use-layer.ts'
import { forgetOptions, returnsToOptions } from '../../../shared/browser/options-return.ts'
import type { DrawerHeight } from '../drawer/SessionDrawer.tsx'
import { useLeaveGuard } from '../options/model/use-leave-guard.tsx'
import type { OptionsControls } from '../options/model/use-options.ts'
import type { Tab } from '../SessionTabs.tsx'

export type SessionPanelState = {
  tab: Tab | null
  height: DrawerHeight
  /** True if the person has just chosen the tab. False if the tab was already open when the drawer was raised. */
  isTabJustOpened: boolean
  openTab(tab: Tab | null): void
  setHeight(height: DrawerHeight): void
  /** Closes the open tab and lowers the drawer. */
  showVotes(): void
  /** Calls `go`. If options are unsaved, it asks the person first. */
  ask(go: () => void): void
  /** The dialog that asks about unsaved options. */
  dialog: ReactNode
}

/**
 * The state of the panel: the open tab and the height of the drawer. If options are unsaved, it asks the person
 * before the options tab closes.
 */
export function useSessionPanel(ssid: string, options: OptionsControls, hasSide: boolean): SessionPanelState {
  // The layout may have changed while the person was editing the options, or the person comes back from the upgrade.
  // Then the options are opened again.
  const opensOptions = options.edit !== null || returnsToOptions(ssid)
  const [tab, setTab] = useState<Tab | null>(opensOptions ? 'options' : null)
  const hasDrawerEntry = useHasDrawerEntry()
  const [height, setHeight] = useState<DrawerHeight>(() =>
    opensOptions ? 'full' : hasDrawerEntry() ? 'half' : 'peek',
  )
  const [isTabJustOpened, setTabJustOpened] = useState(false)
  useEffect(forgetOptions, [])
  const guard = useLeaveGuard(options)
  useDrawerLayer(
    !hasSide && height !== 'peek',
    () => setHeight('peek'),
    () => setHeight('half'),
  )

  function show(next: Tab | null, nextHeight: DrawerHeight): void {
    const go = () => {
      setTab(next)
      setHeight(nextHeight)
      setTabJustOpened(true)
    }
    if (tab === 'options' && next !== 'options') guard.ask(go)
    else go()
  }

  return {
    tab,
    height,
    isTabJustOpened,
    openTab: (next) => show(next, next === null ? height : 'full'),
    setHeight(nextHeight) {
      setHeight(nextHeight)
      setTabJustOpened(false)
    },
    showVotes: () => show(null, 'peek'),
    ask: guard.ask,
    dialog: guard.dialog,
  }
}
