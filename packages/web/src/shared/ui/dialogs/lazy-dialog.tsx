import { type ComponentType, createElement, Suspense, useState } from 'react'
import { lazyNamed } from '../lazy-named.ts'

/**
 * Creates a dialog whose code is loaded when the dialog opens for the first time. After that the dialog stays
 * mounted, so that its closing can be animated.
 */
export function lazyDialog<Name extends string, Props extends { open: boolean }>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  const Dialog = lazyNamed(load, name)
  return function LazyDialog(props: Props) {
    const [wasOpened, setOpened] = useState(props.open)
    if (props.open && !wasOpened) setOpened(true)
    return wasOpened && <Suspense>{createElement(Dialog, props)}</Suspense>
  }
}
