import type { Answer } from '@jointly/contract'
import { type ReactNode, useState } from 'react'
import { useReportedAction } from '../buttons/use-reported-action.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type ConfirmActionProps<T> = {
  title: string
  text: string
  /** The text of the button that confirms. */
  action: string
  run: () => Promise<Answer<T>>
  /** Is called with the value of the call if it succeeded. */
  onDone: (value: T) => void
  /** Renders the button that opens the dialog. */
  children: (ask: () => void) => ReactNode
}

/** A button whose action must be confirmed in a dialog. If the call is refused, a toast says why. */
export function ConfirmAction<T>({ run, onDone, children, ...texts }: ConfirmActionProps<T>) {
  const [isAsking, setAsking] = useState(false)
  const { state, run: runReported } = useReportedAction()
  return (
    <>
      {children(() => setAsking(true))}
      <ConfirmDialog
        {...texts}
        open={isAsking}
        state={state}
        onConfirm={() => void runReported(run, onDone).then(() => setAsking(false))}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
