import { sidePanelQuery, windowLayout } from '../../../shared/browser/layout/window-layout.ts'

// The parts of a session that are loaded apart from the stage, so that the song is on the screen sooner.

export const loadPanel = () => import('./SessionPanel.tsx')
export const loadDrawer = () => import('../drawer/SessionDrawer.tsx')
/** What the tabs show. It is loaded after the first view of the session. */
export const loadTabs = () => import('../TabBody.tsx')

/** Loads the votes with the tabs, and the drawer around them if this window has one. */
export function preloadPanel(): void {
  void loadPanel()
  if (!matchMedia(sidePanelQuery(windowLayout())).matches) void loadDrawer()
}
