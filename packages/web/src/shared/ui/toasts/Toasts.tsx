import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../buttons/Button.tsx'
import { Icon } from '../media/Icon.tsx'
import css from './Toasts.module.css'
import { closeToast, useToasts } from './toast.ts'

const signs = { plain: 'info', good: 'done_all', bad: 'warning' } as const

/**
 * The area in which toasts appear. Only the toasts themselves take presses, so that people can use what is beside
 * them.
 */
export function Toasts() {
  const { t } = useTranslation()
  const toasts = useToasts((state) => state.toasts)
  // The toasts are rendered outside the app's root element. Otherwise a dialog would cover them.
  return createPortal(
    <div className={css.region} role="status" aria-live="polite" aria-label={t('state.messages')}>
      {toasts.map((toast) => (
        <div key={toast.id} className={css.toast} data-tone={toast.tone}>
          <Icon name={signs[toast.tone]} />
          <div className={css.content}>
            <p className={css.text}>{toast.text}</p>
            {toast.action && (
              <Button
                size="s"
                tone="primary"
                onClick={() => {
                  toast.action?.run()
                  closeToast(toast.id)
                }}
              >
                {toast.action.label}
              </Button>
            )}
          </div>
          <IconButton icon="close" size={18} label={t('state.close')} onClick={() => closeToast(toast.id)} />
        </div>
      ))}
    </div>,
    document.body,
  )
}
