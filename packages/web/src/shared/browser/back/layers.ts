import type { RouterHistory } from '@tanstack/react-router'
import { pathInShell } from '../paths.ts'
import { after } from '../timers.ts'

/** The raised drawer of a session, or any dialog or sheet. */
type LayerKind = 'drawer' | 'dialog'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The kinds of the layers that are open in this entry of the browser's history, the lowest layer first. */
    layers?: readonly LayerKind[]
    /**
     * When the page that made this entry was loaded (`performance.timeOrigin`). An entry from before a reload has an
     * older value.
     */
    page?: number
  }
}

/** A drawer, dialog or sheet that is open over a screen. The Back button closes it. */
export type Layer = {
  kind: LayerKind
  close: () => void
  /**
   * Is called when the Forward button leads to an entry in which the layer is open. Dialogs have no such function and
   * stay closed.
   */
  reopen?: () => void
}

export type Layers = {
  /** Starts to follow the browser's history. @returns a function that stops following */
  follow(): () => void
  /** Call this when a layer opens. @returns a function to call when the layer closes */
  open(layer: Layer): () => void
  /**
   * Call this when a drawer is added to the page. It need not be raised (open): the Forward button can raise it later.
   * @returns a function to call when the drawer is removed from the page
   */
  show(drawer: Layer): () => void
  /**
   * Call this when a session's screen will show no drawer, because the person cannot enter. So the entry of a drawer
   * that was raised before is removed. @returns a function to call when that screen closes
   */
  expectNoDrawer(): () => void
}

const shown = ({ location }: RouterHistory): readonly LayerKind[] => location.state.layers ?? []

/**
 * Returns whether the drawer is raised in the current history entry. Entries from before the last reload do not
 * count.
 */
export const isDrawerEntry = ({ location: { state } }: RouterHistory): boolean =>
  state.layers?.[0] === 'drawer' && state.page === performance.timeOrigin

/**
 * Returns whether the browser is at the router's location. While the router asks about unsaved changes, the browser
 * is already at the next location.
 */
function isBrowserAt(history: RouterHistory): boolean {
  history.flush()
  const [path = ''] = location.hash.slice(1).split(/[?#]/)
  return (path || '/') === history.location.pathname
}

/**
 * The functions that go back in the browser's history, and that delay other navigations until the browser has gone
 * back.
 */
type Return = {
  /** Adds a history entry at once. `history.push`, which other code uses, waits until the browser has gone back. */
  push: RouterHistory['push']
  goBack(count: number): void
  /** Whether the browser was asked to go back, and has not done it yet. */
  isGoing(): boolean
  /** Call this when the browser has gone back. It starts the waiting navigations. @returns whether there were any */
  arrive(): boolean
}

/** If the browser has not gone back after this time in milliseconds, it never will. */
const GO_BACK_TIMEOUT_MS = 1000

/**
 * Replaces `history.push` and `history.replace`, because going back is asynchronous: other navigations now wait until
 * the browser has gone back. A `replace` with another screen first goes back over the entries of the open layers.
 * Otherwise the Back button would lead to the replaced screen.
 */
function createReturn(history: RouterHistory): Return {
  const { push, replace } = history
  let isGoing = false
  let cancelTimeout: (() => void) | undefined
  let waiting: (() => void)[] = []

  function goBack(count: number): void {
    isGoing = true
    cancelTimeout = after(GO_BACK_TIMEOUT_MS, arrive)
    history.go(-count, { ignoreBlocker: true })
  }

  function arrive(): boolean {
    const navigations = waiting
    cancelTimeout?.()
    isGoing = false
    waiting = []
    for (const navigate of navigations) {
      navigate()
      // Without `flush`, the router would combine two changes of the history into one.
      history.flush()
    }
    return navigations.length > 0
  }

  history.push = (...args) => {
    if (isGoing) waiting.push(() => history.push(...args))
    else push(...args)
  }
  history.replace = (path, state, options) => {
    const layers = shown(history)
    const [pathname = ''] = path.split(/[?#]/)
    const isSameScreen = pathInShell(pathname, '/main') === pathInShell(history.location.pathname, '/main')
    if (isGoing) waiting.push(() => history.replace(path, state, options))
    else if (layers.length === 0) replace(path, state, options)
    else if (isSameScreen) replace(path, { ...state, layers, page: performance.timeOrigin }, options)
    else {
      waiting.push(() => replace(path, state, options))
      goBack(layers.length)
    }
  }

  return { push, goBack, isGoing: () => isGoing, arrive }
}

/**
 * Keeps one entry of the browser's history for each open layer. So the Back button closes only the top layer, and a
 * layer that was closed by its own button leaves no entry (M3). Call this once for a history.
 */
export function createLayers(history: RouterHistory): Layers {
  const { push, goBack, isGoing, arrive } = createReturn(history)
  /** The open layers, the lowest first. */
  let open: Layer[] = []
  const drawers = new Set<Layer>()
  let screensWithoutDrawer = 0

  /**
   * Makes the number of history entries equal to the number of open layers. It adds missing entries, or goes back to
   * remove surplus ones.
   */
  function settle(): void {
    if (isGoing() || !isBrowserAt(history)) return
    const kinds = shown(history)
    // After a reload, the history may have an entry of a drawer that is not on the page yet. This entry is not surplus:
    // when the drawer appears, it opens raised or removes the entry.
    const isDrawerExpected = kinds[open.length] === 'drawer' && drawers.size + screensWithoutDrawer === 0
    const surplus = kinds.length - open.length - (isDrawerExpected ? 1 : 0)
    if (surplus > 0) return goBack(surplus)
    for (let count = kinds.length + 1; count <= open.length; count++) {
      const layers = open.slice(0, count).map(({ kind }) => kind)
      push(history.location.href, { layers, page: performance.timeOrigin }, { ignoreBlocker: true })
      // Without `flush`, the router would combine two pushes into one entry.
      history.flush()
    }
  }

  /** A layer often closes because another screen opens next. So the removal of its entry waits for the navigation. */
  const settleSoon = () => void after(0, settle)

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
      // Another screen opens. The layers of the previous screen disappear with it, so nothing has to close them.
      if (!state.layers) open = []
      return
    }
    if (!isGoing()) followBrowser()
    if (!arrive()) settle()
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
    expectNoDrawer() {
      screensWithoutDrawer++
      settleSoon()
      return () => void screensWithoutDrawer--
    },
  }
}
