import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { errorText } from '../../../shared/api/error-text.ts'
import { screenPath } from '../../../shared/browser/paths.ts'
import { useGo } from '../../../shared/browser/use-shell.ts'
import { loadInvites } from '../../../shared/store/load.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { SwitchField } from '../../../shared/ui/SwitchField.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import { useAction } from '../../../shared/ui/use-action.ts'
import type { Inside } from '../model/merge.ts'
import type { SessionControls } from '../model/use-session.ts'
import css from './OptionsTab.module.css'

type OptionsTabProps = {
  inside: Inside
  controls: Pick<SessionControls, 'star'>
  /** Where the sound comes out. */
  devices: ReactNode
}

/** What a person can settle for themselves, what holds here, and the end of it all for the owner. */
export function OptionsTab({ inside: { shared, you }, controls, devices }: OptionsTabProps) {
  const { t } = useTranslation()
  const go = useGo()
  const { session, setup } = shared

  async function star(favorite: boolean): Promise<void> {
    const answer = await controls.star(favorite)
    if (answer.ok) void loadInvites()
    else showToast({ text: errorText(t, answer), tone: 'bad' })
  }

  return (
    <div className={css.options}>
      {devices}
      <SwitchField
        label={t('session.options.favorite')}
        detail={t('session.options.favoriteText')}
        checked={you.favorite}
        onChange={(favorite) => void star(favorite)}
      />
      <dl className={css.facts}>
        <dt>{t('session.options.who')}</dt>
        <dd>{t(`session.options.policy.${session.policy}`)}</dd>
        <dt>{t('session.skip.short')}</dt>
        <dd>{t('session.options.skip', { percent: setup.skipPercent })}</dd>
      </dl>
      <div className={css.action}>
        <Button icon="logout" onClick={() => go(screenPath.home())}>
          {t('session.options.leave')}
        </Button>
        <p>{t('session.options.leaveText')}</p>
      </div>
      {you.role === 'owner' && <DeleteSession ssid={session.uuid} title={session.title} />}
    </div>
  )
}

function DeleteSession({ ssid, title }: { ssid: string; title: string }) {
  const { t } = useTranslation()
  const go = useGo()
  const [asking, setAsking] = useState(false)
  const { state, run } = useAction<unknown>()

  async function remove(): Promise<void> {
    const answer = await run(() => call('deleteSession', { params: { ssid } }))
    if (answer?.ok) {
      void loadInvites()
      go(screenPath.home(), { replace: true })
    } else if (answer) showToast({ text: errorText(t, answer), tone: 'bad' })
  }

  return (
    <div className={css.action}>
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
