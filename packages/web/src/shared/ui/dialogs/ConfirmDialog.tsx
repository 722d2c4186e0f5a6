import { lazy, Suspense, useState } from 'react'
import type { ConfirmProps } from './OpenConfirmDialog.tsx'

const OpenConfirmDialog = lazy(() =>
  import('./OpenConfirmDialog.tsx').then((module) => ({ default: module.OpenConfirmDialog })),
)

/**
 * Asks before an action that cannot be undone. Escape and a press beside the dialog cancel, and the focus
 * returns to the element that had the focus before.
 */
export function ConfirmDialog(props: ConfirmProps) {
  const [wasOpened, setOpened] = useState(props.open)
  if (props.open && !wasOpened) setOpened(true)
  return (
    wasOpened && (
      <Suspense>
        <OpenConfirmDialog {...props} />
      </Suspense>
    )
  )
}
