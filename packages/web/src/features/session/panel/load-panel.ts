import { sidePanelQuery, windowLayout } from '../../../shared/browser/layout/window-layout.ts'
import { preload } from '../../../shared/browser/preload.ts'

// These parts of a session are loaded separately from the stage, so that the song is on the screen sooner.

export const loadPanel = () => import('./SessionPanel.tsx')
export const loadDrawer = () => import('../drawer/SessionDrawer.tsx')
/** Loads the content of the tabs. It is preloaded after the panel has appeared. */
export const loadTabs = () => import('../TabBody.tsx')

/** Loads the code of the votes and tabs, and of the drawer if this window has one. */
export function preloadPanel(): void {
  preload(loadPanel)
  if (!matchMedia(sidePanelQuery(windowLayout())).matches) preload(loadDrawer)
}
