import { type ComponentType, createElement, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { notReached } from '../../api/load-calls.ts'
import { showToast } from '../toasts/toast.ts'
import { type FailedPartProps, lazyPart } from './lazy-part.ts'

/** A dialog is open unless `open` is false. */
type DialogProps = { open?: boolean } & ({ onClose: () => void } | { onCancel: () => void })

/**
 * Creates a dialog whose code is loaded when the dialog opens for the first time. After that the dialog stays
 * mounted, so that its closing can be animated. If its code cannot be loaded, a toast says so, and the next press on the
 * button that opens the dialog tries again.
 */
export function lazyDialog<Name extends string, Props extends DialogProps>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  const Dialog = lazyPart(load, name, FailedDialog)
  return function LazyDialog(props: Props) {
    const { open = true } = props
    const [wasOpened, setOpened] = useState(open)
    if (open && !wasOpened) setOpened(true)
    return wasOpened && <Suspense>{createElement(Dialog, props)}</Suspense>
  }
}

function FailedDialog({ props, hasRetried, onRetry }: FailedPartProps<DialogProps>) {
  const { t } = useTranslation()
  const { open = true } = props
  const close = 'onCancel' in props ? props.onCancel : props.onClose
  const wasClosed = useRef(false)
  useEffect(() => {
    if (!open) wasClosed.current = true
    else if (wasClosed.current) onRetry()
    else {
      const action = { label: t('state.reload'), run: () => location.reload() }
      showToast({ text: errorText(t, notReached), tone: 'bad', ...(hasRetried && { action }) })
      close()
    }
  }, [open, hasRetried, onRetry, close, t])
  return null
}
