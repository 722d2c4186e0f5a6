import { type ComponentType, createElement, lazy, Suspense, useState } from 'react'

/**
 * Makes a dialog whose code loads when the dialog opens for the first time. From then on it stays mounted, so that it
 * can show how it closes.
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
