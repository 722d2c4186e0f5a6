import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { errorText } from '../../shared/api/error-text.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { useGo } from '../../shared/browser/use-shell.ts'
import { useStore } from '../../shared/store/store.ts'
import { Button, buttonClass } from '../../shared/ui/Button.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { BackLink, ShellLink } from '../../shared/ui/ShellLink.tsx'
import { showToast } from '../../shared/ui/toast.ts'
import { useAction } from '../../shared/ui/use-action.ts'
import css from './UpgradeScreen.module.css'

const plans = ['infinite', 'monthly'] as const

/** Offers the owner to make a session managed, for good or for a month (R5). */
export function UpgradeScreen({ ssid }: { ssid: string }) {
  const { t } = useTranslation()
  const title = useStore((state) => state.invites.find((invite) => invite.session_uuid === ssid)?.title)
  return (
    <Screen
      title={t('upgrade.title')}
      intro={t('upgrade.intro', { title: title ?? t('upgrade.fallback') })}
      back={<BackLink to={screenPath.session(ssid)} />}
    >
      <div className={css.plans}>
        {plans.map((plan) => (
          <Plan key={plan} plan={plan} ssid={ssid} />
        ))}
      </div>
      <p className={css.free}>{t('upgrade.free')}</p>
      <ShellLink to={screenPath.session(ssid)} className={buttonClass({ tone: 'quiet' })}>
        {t('upgrade.later')}
      </ShellLink>
    </Screen>
  )
}

function Plan({ plan, ssid }: { plan: (typeof plans)[number]; ssid: string }) {
  const { t } = useTranslation()
  const go = useGo()
  const { state, run } = useAction<object>()
  const upgrade = async () => {
    const answer = await run(() => call('upgrade', { params: { ssid }, body: { plan } }))
    if (answer?.ok) go(screenPath.session(ssid), { replace: true })
    else if (answer) showToast({ text: errorText(t, answer), tone: 'bad' })
  }
  return (
    <section className={css.plan} data-plan={plan}>
      <h2>{t(`upgrade.${plan}`)}</h2>
      <p className={css.text}>{t(`upgrade.${plan}Text`)}</p>
      <Button tone={plan === 'infinite' ? 'primary' : 'plain'} state={state} onClick={() => void upgrade()}>
        {t(`upgrade.${plan}Action`)}
      </Button>
    </section>
  )
}
