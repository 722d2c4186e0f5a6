import { createContext } from 'react'

/** The level of the heading of a note. It is 2, directly below the heading of the screen, unless a part sets it. */
export const HeadingLevel = createContext<2 | 4 | 5>(2)
