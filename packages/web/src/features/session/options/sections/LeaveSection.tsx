import { useTranslation } from 'react-i18next'
import { call } from '../../../../shared/api/call.ts'
import { loadInvites } from '../../../../shared/store/load-lists.ts'
import { Button } from '../../../../shared/ui/buttons/Button.tsx'
import { ConfirmAction } from '../../../../shared/ui/dialogs/ConfirmAction.tsx'
import { showToast } from '../../../../shared/ui/toasts/toast.ts'
import css from './LeaveSection.module.css'

type LeaveProps = {
  ssid: string
  title: string
  isOwner: boolean
  /** Is called after the session was deleted. */
  onDeleted: () => void
  /** Leaves the session and opens the home screen. */
  onLeave: () => void
}

/** The section in which people leave the session. The owner can also delete the session here (S6). */
export function LeaveSection({ isOwner, onLeave, ...session }: LeaveProps) {
  const { t } = useTranslation()
  return (
    <div className={css.ways}>
      <div className={css.way}>
        <Button icon="logout" onClick={onLeave}>
          {t('session.options.leave')}
        </Button>
        <p>{t('session.options.leaveText')}</p>
      </div>
      {isOwner && <DeleteSession {...session} onLeave={onLeave} />}
    </div>
  )
}

function DeleteSession({ ssid, title, onDeleted, onLeave }: Omit<LeaveProps, 'isOwner'>) {
  const { t } = useTranslation()
  return (
    <div className={css.way}>
      <ConfirmAction
        title={t('session.options.deleteTitle', { title })}
        text={t('session.options.deleteConfirm')}
        action={t('session.options.delete')}
        run={() => call('deleteSession', { params: { ssid } })}
        onDone={() => {
          // The server also sends a live message about the deletion, before or after this call. Both show the same
          // text, so the person sees it only once.
          showToast({ text: t('session.out.deletedOwn') })
          onDeleted()
          void loadInvites()
          onLeave()
        }}
      >
        {(ask) => (
          <Button tone="danger" icon="delete" onClick={ask}>
            {t('session.options.delete')}
          </Button>
        )}
      </ConfirmAction>
      <p>{t('session.options.deleteText')}</p>
    </div>
  )
}
