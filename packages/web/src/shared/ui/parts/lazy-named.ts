import type { ComponentType } from 'react'
import { FailedNote } from './FailedNote.tsx'
import { lazyPart } from './lazy-part.ts'

/**
 * A part of a screen whose code is loaded when it is first rendered: `lazyNamed(() => import('./A.tsx'), 'A')`. While its
 * code could not be loaded, it says so and offers to try again.
 */
export const lazyNamed = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazyPart(load, name, FailedNote)
