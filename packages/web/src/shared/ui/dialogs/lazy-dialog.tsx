import { type ComponentType, createElement, lazy, Suspense, useState } from 'react'

/**
 * Creates a dialog whose code is loaded when the dialog opens for the first time. After that the dialog stays
 * mounted, so that its closing can be animated.
 */
export function lazyDialog<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Dialog = lazy(async () => ({ default: await load() }))
  return function LazyDialog(props: Props) {
    const [wasOpened, setOpened] = useState(props.open)
    if (props.open && !wasOpened) setOpened(true)
    return wasOpened && <Suspense>{createElement(Dialog, props)}</Suspense>
  }
}
