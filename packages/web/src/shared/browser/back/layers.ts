import type { RouterHistory } from '@tanstack/react-router'
import { pathInShell } from '../paths.ts'

/** The raised drawer of a session, or any dialog or sheet. */
type LayerKind = 'drawer' | 'dialog'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What lies open over the screen in this entry of the browser's history, the lowest first. */
    layers?: readonly LayerKind[]
    /** The time when the page was loaded. After a reload, it shows that the entry is from before the reload. */
    page?: number
  }
}

/** Something that lies open over a screen. Back closes it. */
export type Layer = {
  kind: LayerKind
  close: () => void
  /** Is called when Forward leads to an entry in which the layer is open. Dialogs stay closed then. */
  reopen?: () => void
}

export type Layers = {
  /** Starts to follow the browser's history. @returns a function that ends it */
  follow(): () => void
  /** Call this when a layer opens. @returns a function for the moment when it closes */
  open(layer: Layer): () => void
  /** Call this when a drawer appears, raised or not. @returns a function for the moment when it disappears */
  show(drawer: Layer): () => void
}

const shown = ({ location }: RouterHistory): readonly LayerKind[] => location.state.layers ?? []

/** Returns whether the drawer is raised in the current entry, which was made since the page was loaded. */
export const isDrawerEntry = ({ location: { state } }: RouterHistory): boolean =>
  state.layers?.[0] === 'drawer' && state.page === performance.timeOrigin

/** Returns whether the browser is at the router's location. It is not while the router asks about unsaved changes. */
function isBrowserAt(history: RouterHistory): boolean {
  history.flush()
  const [path = ''] = location.hash.slice(1).split(/[?#]/)
  return (path || '/') === history.location.pathname
}

/**
 * Keeps one entry of the browser's history for each open layer. So Back closes the top layer only, and a layer that
 * was closed by its own button leaves no entry (M3). Call this once for a history.
 */
export function createLayers(history: RouterHistory): Layers {
  const { push, replace } = history
  /** The open layers, the lowest first. */
  let open: Layer[] = []
  const drawers = new Set<Layer>()
  /** Whether the app has asked the browser to go back, and the browser has not done it yet. */
  let isGoing = false
  /** A navigation that waits until the browser has gone back. */
  let waiting: (() => void) | null = null

  function goBack(count: number): void {
    isGoing = true
    history.go(-count, { ignoreBlocker: true })
  }

  /** Makes the entry agree with the open layers. */
  function settle(): void {
    if (isGoing || !isBrowserAt(history)) return
    const kinds = shown(history)
    // A drawer that appears later decides itself whether it is raised.
    const isDrawerExpected = kinds[open.length] === 'drawer' && drawers.size === 0
    const surplus = kinds.length - open.length - (isDrawerExpected ? 1 : 0)
    if (surplus > 0) return goBack(surplus)
    for (let count = kinds.length + 1; count <= open.length; count++) {
      const layers = open.slice(0, count).map(({ kind }) => kind)
      push(history.location.href, { layers, page: performance.timeOrigin }, { ignoreBlocker: true })
    }
  }

  /** A layer often closes because another screen opens next. So the removal of its entry waits for the navigation. */
  const settleSoon = () => void setTimeout(settle)

  function followBrowser(): void {
    const kinds = shown(history)
    for (const layer of open.splice(kinds.length).reverse()) layer.close()
    const drawer = [...drawers].at(-1)
    if (open.length === 0 && drawer && isDrawerEntry(history)) {
      open = [drawer]
      drawer.reopen?.()
    }
  }

  const onNavigation: Parameters<typeof history.subscribe>[0] = ({ action, location: { state } }) => {
    if (action.type === 'PUSH' || action.type === 'REPLACE') {
      // The layers of the previous screen disappear with it.
      if (!state.layers) open = []
      return
    }
    if (!isGoing) followBrowser()
    isGoing = false
    const navigate = waiting
    waiting = null
    if (navigate) navigate()
    else settle()
  }

  history.push = (...args) => {
    if (isGoing) waiting = () => history.push(...args)
    else push(...args)
  }
  history.replace = (path, state, options) => {
    const layers = shown(history)
    const [pathname = ''] = path.split(/[?#]/)
    const isSameScreen = pathInShell(pathname, '/main') === pathInShell(history.location.pathname, '/main')
    if (isGoing) waiting = () => history.replace(path, state, options)
    else if (layers.length === 0) replace(path, state, options)
    else if (isSameScreen) replace(path, { ...state, layers, page: performance.timeOrigin }, options)
    else {
      // The entries of the layers are removed too. Otherwise Back would lead to the screen that is replaced.
      open = []
      waiting = () => replace(path, state, options)
      goBack(layers.length)
    }
  }

  return {
    follow() {
      const unsubscribe = history.subscribe(onNavigation)
      window.addEventListener('popstate', settleSoon)
      settleSoon()
      return () => {
        unsubscribe()
        window.removeEventListener('popstate', settleSoon)
      }
    },
    open(layer) {
      if (!open.includes(layer)) open.push(layer)
      settle()
      return () => {
        open = open.filter((each) => each !== layer)
        settleSoon()
      }
    },
    show(drawer) {
      drawers.add(drawer)
      settleSoon()
      return () => void drawers.delete(drawer)
    },
  }
}
