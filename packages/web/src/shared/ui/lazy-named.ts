import { type ComponentType, lazy } from 'react'

/** A component whose code is loaded when it is first rendered: `lazyNamed(() => import('./A.tsx'), 'A')`. */
export const lazyNamed = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy<ComponentType<Props>>(async () => ({ default: (await load())[name] }))
