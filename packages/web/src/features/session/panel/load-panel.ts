import { hasSidePanel } from '../../../shared/browser/layout/window-layout.ts'
import { preload } from '../../../shared/browser/preload.ts'

// The code of the panel, the drawer and the tabs is loaded separately, so that the current song is on the screen
// sooner.

export const loadPanel = () => import('./SessionPanel.tsx')
export const loadDrawer = () => import('../drawer/SessionDrawer.tsx')
/** Loads the code of the tabs' contents. It is preloaded after the panel has appeared. */
export const loadTabs = () => import('../TabBody.tsx')

/** Loads the code of the panel, and the code of the drawer if this window has no side panel. */
export function preloadPanel(): void {
  preload(loadPanel)
  if (!hasSidePanel()) preload(loadDrawer)
}
