import { useEffect, useState } from 'react'
import { hasSidePanel, type Layout, windowLayout } from './window-layout.ts'

/**
 * Returns a value that depends on the size of the window. The component renders again when it changes. While the
 * person types, a change of the height alone is ignored: the keyboard of the screen makes the window lower, and
 * another layout would remove the field (D19).
 */
function useWindowSize<Value>(read: () => Value): Value {
  const [value, setValue] = useState(read)
  useEffect(() => {
    let width = innerWidth
    const update = () => setValue(read())
    const onResize = () => {
      if (innerWidth === width && isTyping()) return
      width = innerWidth
      update()
    }
    update()
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [read])
  return value
}

const isTyping = (): boolean => document.activeElement?.matches('input, textarea') ?? false

/** Returns the layout that fits the window (D19). */
export const useLayout = (): Layout => useWindowSize(windowLayout)

/** Returns whether the window has room for the panel of a session beside the player (D19). */
export const useHasSidePanel = (): boolean => useWindowSize(hasSidePanel)
