import type { Options } from '@jointly/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../shared/api/call.ts'
import { errorText } from '../../../../shared/api/error-text.ts'
import { screenPath } from '../../../../shared/browser/paths.ts'
import { momentText } from '../../../../shared/i18n/moment-text.ts'
import { Button, buttonClass } from '../../../../shared/ui/buttons/Button.tsx'
import { ConfirmDialog } from '../../../../shared/ui/dialogs/ConfirmDialog.tsx'
import { ShellLink } from '../../../../shared/ui/buttons/ShellLink.tsx'
import { showToast } from '../../../../shared/ui/toasts/toast.ts'
import { useAction } from '../../../../shared/ui/buttons/use-action.ts'
import { Card, CardNote } from '../components/Card.tsx'

type ModeProps = {
  ssid: string
  managed: boolean
  isOwner: boolean
  /**
   * When a monthly upgrade ends, in server epoch milliseconds. Null for an upgrade without an end. Undefined for
   * people who may not see this.
   */
  until: Options['managedUntil']
  /** Is called after the session was downgraded to random mode. */
  onDowngraded: () => void
}

/** The mode of the session. The owner can upgrade or downgrade it here (R5). */
export function ModeSection({ ssid, managed, isOwner, until, onDowngraded }: ModeProps) {
  const { t } = useTranslation()
  if (!managed)
    return (
      <Card icon="random" title={t('session.options.random.title')} text={t('session.options.random.text')}>
        {isOwner && (
          <>
            <CardNote>{t('session.options.random.offer')}</CardNote>
            <div>
              <ShellLink className={buttonClass()} to={screenPath.upgrade(ssid)}>
                {t('session.options.random.upgrade')}
              </ShellLink>
            </div>
          </>
        )}
      </Card>
    )
  return (
    <Card icon="star" title={t('session.options.managed.title')} text={t('session.options.managed.text')}>
      {isOwner && until !== undefined && (
        <CardNote>
          {until === null
            ? t('session.options.managed.forGood')
            : t('session.options.until', { date: momentText(until) })}
        </CardNote>
      )}
      {isOwner && until && (
        <div>
          <ShellLink className={buttonClass()} to={screenPath.upgrade(ssid)}>
            {t('session.options.managed.keep')}
          </ShellLink>
        </div>
      )}
      {isOwner && <Downgrade ssid={ssid} onDowngraded={onDowngraded} />}
    </Card>
  )
}

function Downgrade({ ssid, onDowngraded }: Pick<ModeProps, 'ssid' | 'onDowngraded'>) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { state, run } = useAction<object>()

  async function downgrade(): Promise<void> {
    const answer = await run(() => call('downgrade', { params: { ssid } }))
    if (!answer) return
    setAsking(false)
    if (answer.ok) {
      showToast({ text: t('session.options.managed.downgraded'), tone: 'good' })
      onDowngraded()
    } else showToast({ text: errorText(t, answer), tone: 'bad' })
  }

  return (
    <div>
      <Button onClick={() => setAsking(true)}>{t('session.options.managed.downgrade')}</Button>
      <ConfirmDialog
        open={asking}
        title={t('session.options.managed.downgradeTitle')}
        text={t('session.options.managed.downgradeConfirm')}
        action={t('session.options.managed.downgradeAction')}
        state={state}
        onConfirm={() => void downgrade()}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}
