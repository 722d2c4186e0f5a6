import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { createLayers, isDrawerEntry, type Layer, type Layers } from './layers.ts'

const layersByHistory = new WeakMap<RouterHistory, Layers>()

/**
 * Returns the object that manages the open dialogs and the drawer of a router's history. All components get the same
 * object for the same history.
 */
function layersOf(history: RouterHistory): Layers {
  const layers = layersByHistory.get(history) ?? createLayers(history)
  layersByHistory.set(history, layers)
  return layers
}

/** Lets the Back button close open layers (M3). Call this once, in the frame of the screens that have dialogs. */
export function useLayers(): void {
  const { history } = useRouter()
  useEffect(() => layersOf(history).follow(), [history])
}

/** While a dialog is open, the Back button closes it (M3). @param close called by the Back button */
export function useDialogLayer(isOpen: boolean, close: () => void): void {
  useLayer(isOpen, { kind: 'dialog', close })
}

/**
 * While the drawer is raised, the Back button lowers it, and the Forward button raises it again (M3).
 * @param lower called when Back leads to an entry without the drawer
 * @param raise called when Forward leads to an entry with a raised drawer
 */
export function useDrawerLayer(isRaised: boolean, lower: () => void, raise: () => void): void {
  const layer = useLayer(isRaised, { kind: 'drawer', close: lower, reopen: raise })
  const { history } = useRouter()
  useEffect(() => layersOf(history).show(layer), [history, layer])
}

/** Removes the history entry of a raised drawer, on a screen that will not show the drawer again. */
export function useNoDrawer(): void {
  const { history } = useRouter()
  useEffect(() => layersOf(history).expectNoDrawer(), [history])
}

/**
 * Returns a function that checks whether the drawer is raised in the current entry of the browser's history, for
 * example after the person went back from another screen. An entry from before a reload does not count, because the
 * drawer would hide the play button.
 */
export function useHasDrawerEntry(): () => boolean {
  const { history } = useRouter()
  return () => isDrawerEntry(history)
}

function useLayer(isOpen: boolean, current: Layer): Layer {
  const { history } = useRouter()
  const newest = useRef(current)
  newest.current = current
  const [layer] = useState<Layer>(() => ({
    kind: current.kind,
    close: () => newest.current.close(),
    reopen: () => newest.current.reopen?.(),
  }))
  useEffect(() => (isOpen ? layersOf(history).open(layer) : undefined), [history, isOpen, layer])
  return layer
}
