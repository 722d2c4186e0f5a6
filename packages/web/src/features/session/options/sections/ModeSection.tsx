import type { Options } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../shared/api/call.ts'
import { rememberOptions } from '../../../../shared/browser/options-return.ts'
import { screenPath } from '../../../../shared/browser/paths.ts'
import { momentText } from '../../../../shared/i18n/moment-text.ts'
import { Button } from '../../../../shared/ui/buttons/Button.tsx'
import { ConfirmAction } from '../../../../shared/ui/dialogs/ConfirmAction.tsx'
import { ButtonLink } from '../../../../shared/ui/buttons/ShellLink.tsx'
import { showToast } from '../../../../shared/ui/toasts/toast.ts'
import { Card, CardNote } from '../components/Card.tsx'

type ModeProps = {
  ssid: string
  managed: boolean
  isOwner: boolean
  /**
   * When a monthly upgrade ends, in server epoch milliseconds. Null if there is no end. Undefined
   * if this person may not see the end.
   */
  until: Options['managedUntil']
  /** Is called after the owner has changed the session back to random mode. */
  onDowngraded: () => void
}

/** The mode of the session. The owner can upgrade or downgrade the session here (R5). */
export function ModeSection({ ssid, managed, isOwner, until, onDowngraded }: ModeProps) {
  const { t } = useTranslation()
  if (!managed)
    return (
      <Card icon="random" title={t('session.options.random.title')} text={t('session.options.random.text')}>
        {isOwner && (
          <>
            <CardNote>{t('session.options.random.offer')}</CardNote>
            <div>
              <ButtonLink to={screenPath.upgrade(ssid)} onClick={() => rememberOptions(ssid)}>
                {t('session.options.random.upgrade')}
              </ButtonLink>
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
          <ButtonLink to={screenPath.upgrade(ssid)} onClick={() => rememberOptions(ssid)}>
            {t('session.options.managed.keep')}
          </ButtonLink>
        </div>
      )}
      {isOwner && <Downgrade ssid={ssid} onDowngraded={onDowngraded} />}
    </Card>
  )
}

function Downgrade({ ssid, onDowngraded }: Pick<ModeProps, 'ssid' | 'onDowngraded'>) {
  const { t } = useTranslation()
  return (
    <div>
      <ConfirmAction
        title={t('session.options.managed.downgradeTitle')}
        text={t('session.options.managed.downgradeConfirm')}
        action={t('session.options.managed.downgradeAction')}
        run={() => call('downgrade', { params: { ssid } })}
        onDone={() => {
          showToast({ text: t('session.options.managed.downgraded'), tone: 'good' })
          onDowngraded()
        }}
      >
        {(ask) => <Button onClick={ask}>{t('session.options.managed.downgrade')}</Button>}
      </ConfirmAction>
    </div>
  )
}
