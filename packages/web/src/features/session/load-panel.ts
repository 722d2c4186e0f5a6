import { type Layout, windowLayout } from '../../shared/browser/layout.ts'

// The parts of a session that are loaded apart from the stage, so that the song is on the screen sooner.

export const loadPanel = () => import('./SessionPanel.tsx')
export const loadDrawer = () => import('./drawer/SessionDrawer.tsx')
/** What the tabs show. It is loaded after the first view of the session. */
export const loadTabs = () => import('./TabBody.tsx')

/**
 * The media query for a window with room for the panel beside the player. On a desktop the home list takes a
 * part of the width.
 */
export const sidePanelQuery = (layout: Layout): string =>
  layout === 'phone' ? '(width >= 700px), (width >= 580px) and (height < 512px)' : '(width >= 960px)'

/** Loads the votes with the tabs, and the drawer around them if this window has one. */
export function preloadPanel(): void {
  void loadPanel()
  if (!matchMedia(sidePanelQuery(windowLayout())).matches) void loadDrawer()
}
