import { lazyRouteComponent } from '@tanstack/react-router'
import { loadFailedStyles } from '../../shared/ui/parts/failed-styles.ts'

/** A screen whose code is loaded when it is first shown. Styles that failed before are loaded first (E3). */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    await loadFailedStyles()
    return load()
  }, name)
