import { hasSidePanel } from '../../../shared/browser/layout/window-layout.ts'
import { preload } from '../../../shared/browser/preload.ts'

// The code of the panel, the drawer and the tabs is loaded separately, so that the current song is on the screen
// sooner.

export const loadPanel = () => import('./SessionPanel.tsx')
export const loadDrawer = () => import('../drawer/SessionDrawer.tsx')
export const loadTabs = () => import('../TabBody.tsx')
export const loadWaitingSongs = () => import('../votes/waiting/WaitingSongs.tsx')
export const loadPeopleSheet = () => import('../people/PeopleSheet.tsx')

/** Loads the code of the panel, and the code of the drawer if this window has no side panel. */
export function preloadPanel(): void {
  preload(loadPanel)
  if (!hasSidePanel()) preload(loadDrawer)
}

/** Loads the code of the parts that a press opens. It is preloaded after the panel has appeared. */
export function preloadTabs(): void {
  preload(loadTabs)
  preload(loadWaitingSongs)
  preload(loadPeopleSheet)
}
