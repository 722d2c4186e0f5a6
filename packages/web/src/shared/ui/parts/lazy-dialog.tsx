import { type ComponentType, createElement, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { notReached } from '../../api/load-calls.ts'
import { showToast } from '../toasts/toast.ts'
import { type FailedPartProps, lazyPart } from './lazy-part.ts'

/** A dialog is open unless `open` is false. */
type DialogProps = { open?: boolean } & ({ onClose: () => void } | { onCancel: () => void })

/**
 * Creates a dialog whose code is loaded when the dialog opens for the first time. After that the dialog stays
 * mounted, so that its closing can be animated. If its code cannot be loaded, a toast says so, and the next opening tries
 * again, also in another row of a list.
 */
export function lazyDialog<Name extends string, Props extends DialogProps>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  const Dialog = lazyPart(load, name, FailedDialog)
  return function LazyDialog(props: Props) {
    const { open = true } = props
    const [isOpen, setOpen] = useState<boolean | null>(null)
    if (open !== (isOpen ?? false)) {
      setOpen(open)
      // This is not an effect, because the toast of the old failure would be shown before it.
      if (open) Dialog.forgetFailure()
    }
    return isOpen !== null && <Suspense>{createElement(Dialog, props)}</Suspense>
  }
}

function FailedDialog({ props, hasRetried }: FailedPartProps<DialogProps>) {
  const { t } = useTranslation()
  const { open = true } = props
  const close = 'onCancel' in props ? props.onCancel : props.onClose
  useEffect(() => {
    if (!open) return
    const action = { label: t('state.reload'), run: () => location.reload() }
    showToast({ text: errorText(t, notReached), tone: 'bad', ...(hasRetried && { action }) })
    close()
  }, [open, hasRetried, close, t])
  return null
}
