import { sidePanelQuery, windowLayout } from '../../../shared/browser/layout/window-layout.ts'
import { preload } from '../../../shared/browser/preload.ts'

// The parts of a session that are loaded apart from the stage, so that the song is on the screen sooner.

export const loadPanel = () => import('./SessionPanel.tsx')
export const loadDrawer = () => import('../drawer/SessionDrawer.tsx')
/** What the tabs show. It is loaded after the first view of the session. */
export const loadTabs = () => import('../TabBody.tsx')

/** Loads the votes with the tabs, and the drawer around them if this window has one. */
export function preloadPanel(): void {
  preload(loadPanel)
  if (!matchMedia(sidePanelQuery(windowLayout())).matches) preload(loadDrawer)
}
