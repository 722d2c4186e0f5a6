import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../shared/api/call.ts'
import { errorText } from '../../../../shared/api/error-text.ts'
import { loadInvites } from '../../../../shared/store/load.ts'
import { Button } from '../../../../shared/ui/buttons/Button.tsx'
import { ConfirmDialog } from '../../../../shared/ui/dialogs/ConfirmDialog.tsx'
import { showToast } from '../../../../shared/ui/toasts/toast.ts'
import { useAction } from '../../../../shared/ui/buttons/use-action.ts'
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
  const [asking, setAsking] = useState(false)
  const { state, run } = useAction<unknown>()

  async function remove(): Promise<void> {
    const answer = await run(() => call('deleteSession', { params: { ssid } }))
    if (!answer) return
    setAsking(false)
    if (answer.ok) {
      onDeleted()
      void loadInvites()
      onLeave()
    } else showToast({ text: errorText(t, answer), tone: 'bad' })
  }

  return (
    <div className={css.way}>
      <Button tone="danger" icon="delete" onClick={() => setAsking(true)}>
        {t('session.options.delete')}
      </Button>
      <p>{t('session.options.deleteText')}</p>
      <ConfirmDialog
        open={asking}
        title={t('session.options.deleteTitle', { title })}
        text={t('session.options.deleteConfirm')}
        action={t('session.options.delete')}
        state={state}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}
