import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { after } from '../../browser/timers.ts'
import { Button, IconButton } from '../buttons/Button.tsx'
import { neighbourWith, useFocusHandover } from '../layout/use-focus-handover.ts'
import { Icon } from '../media/Icon.tsx'
import css from './Toasts.module.css'
import { closeToast, stayMsOf, type Toast, useToasts } from './toast.ts'

const signs = { plain: 'info', good: 'done_all', bad: 'warning' } as const

const nextText = neighbourWith('[tabindex]')

/**
 * The area in which toasts appear. Only the toasts themselves take presses, so that people can use what is beside
 * them. While one of them has the focus or the pointer, none closes by itself. A toast that closes gives the focus to
 * the next one, or back to the element that had it before (D14).
 */
export function Toasts() {
  const { t } = useTranslation()
  const toasts = useToasts((state) => state.toasts)
  // The ids are stored, because a browser may report nothing when a toast closes under the focus or the pointer.
  const [focusedId, setFocusedId] = useState<number | null>(null)
  const [pointedId, setPointedId] = useState<number | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const before = useRef<HTMLElement | null>(null)
  const findNext = useCallback((toast: HTMLElement) => nextText(toast) ?? before.current, [])
  const remember = (focused: EventTarget | null) => {
    if (focused instanceof HTMLElement && !region.current?.contains(focused)) before.current = focused
  }
  const isHeld = toasts.some(({ id }) => id === focusedId || id === pointedId)
  // The toasts are rendered outside the app's root element. Otherwise a dialog would cover them.
  return createPortal(
    <div
      ref={region}
      className={css.region}
      role="status"
      aria-live="polite"
      // A status is atomic by default, so screen readers would read all toasts again with each new one.
      aria-atomic="false"
      aria-label={t('state.messages')}
    >
      {toasts.map((toast) => (
        <ToastRow
          key={toast.id}
          toast={toast}
          isHeld={isHeld}
          findNext={findNext}
          onFocus={({ target, relatedTarget }) => {
            // The pointer may give the focus to a button, and then leave the toasts without taking it away.
            if (target.matches(':focus-visible')) setFocusedId(toast.id)
            remember(relatedTarget)
          }}
          // Safari does not focus a button that is pressed with the pointer.
          onPointerDown={() => remember(document.activeElement)}
          onBlur={() => setFocusedId(null)}
          onPointerEnter={() => setPointedId(toast.id)}
          onPointerLeave={() => setPointedId(null)}
        />
      ))}
    </div>,
    document.body,
  )
}

type ToastRowProps = Pick<
  ComponentProps<'div'>,
  'onFocus' | 'onBlur' | 'onPointerDown' | 'onPointerEnter' | 'onPointerLeave'
> & {
  toast: Toast
  /** Whether the toast does not close by itself now. Afterwards its time begins again. */
  isHeld: boolean
  findNext: (toast: HTMLElement) => HTMLElement | null
}

function ToastRow({ toast, isHeld, findNext, ...events }: ToastRowProps) {
  const { t } = useTranslation()
  const { id, tone, text, action } = toast
  const row = useFocusHandover<HTMLDivElement>(findNext)
  const stayMs = stayMsOf(toast)
  useEffect(
    () => (isHeld || stayMs === null ? undefined : after(stayMs, () => closeToast(id))),
    [id, isHeld, stayMs],
  )
  return (
    <div ref={row} className={css.toast} data-tone={tone} {...events}>
      <Icon name={signs[tone]} />
      <div className={css.content}>
        <p className={css.text} tabIndex={-1}>
          {text}
        </p>
        {action && (
          <Button
            size="s"
            tone="primary"
            onClick={() => {
              action.run()
              closeToast(id)
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <IconButton icon="close" size={18} label={t('state.close')} onClick={() => closeToast(id)} />
    </div>
  )
}
