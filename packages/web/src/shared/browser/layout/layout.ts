import { useState, useSyncExternalStore } from 'react'
import { after } from '../timers.ts'
import { hasSidePanel, type Layout, windowLayout } from './window-layout.ts'

/** The time in which the keyboard of the screen closes after typing, in milliseconds. */
const KEYBOARD_CLOSES_MS = 500

const TEXT_FIELDS = 'textarea, input:not([type=range], [type=checkbox], [type=radio])'

const isTyping = (): boolean => document.activeElement?.matches(TEXT_FIELDS) ?? false

/**
 * Creates a store for a value that depends on the size of the window. While the person types, a change of the height
 * alone does not change the value: the keyboard of the screen makes the window lower, and another layout would remove
 * the field (D19).
 */
function createSizeStore<Value>(read: () => Value) {
  let value = read()
  return {
    value: () => value,
    subscribe(changed: () => void): () => void {
      let width = innerWidth
      let cancel = () => {}
      const update = () => {
        width = innerWidth
        value = read()
        changed()
      }
      const onResize = () => {
        if (innerWidth !== width || !isTyping()) update()
      }
      const onTyped = () => {
        cancel()
        cancel = after(KEYBOARD_CLOSES_MS, onResize)
      }
      // The size may have changed before.
      value = read()
      addEventListener('resize', onResize)
      addEventListener('focusout', onTyped)
      return () => {
        cancel()
        removeEventListener('resize', onResize)
        removeEventListener('focusout', onTyped)
      }
    },
  }
}

function useWindowSize<Value>(read: () => Value): Value {
  const [store] = useState(() => createSizeStore(read))
  return useSyncExternalStore(store.subscribe, store.value)
}

/** Returns the layout that fits the window (D19). The component renders again when it changes. */
export const useLayout = (): Layout => useWindowSize(windowLayout)

/** Returns whether the window has room for the panel of a session beside the player (D19). */
export const useHasSidePanel = (): boolean => useWindowSize(hasSidePanel)
