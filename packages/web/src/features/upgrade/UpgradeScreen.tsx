import type { Invite } from '@jointly/contract'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { leaveUpgrade } from '../../shared/browser/options-return.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { useGo } from '../../shared/browser/layout/use-shell.ts'
import { momentText } from '../../shared/i18n/moment-text.ts'
import { loadInvites } from '../../shared/store/load-lists.ts'
import { useStore } from '../../shared/store/store.ts'
import { Button } from '../../shared/ui/buttons/Button.tsx'
import { Screen } from '../../shared/ui/layout/Screen.tsx'
import { BackLink, ButtonLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { SkeletonRows } from '../../shared/ui/states/Skeleton.tsx'
import { Icon } from '../../shared/ui/media/Icon.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states/StateNote.tsx'
import { showToast } from '../../shared/ui/toasts/toast.ts'
import { useReportedAction } from '../../shared/ui/buttons/use-reported-action.ts'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import css from './UpgradeScreen.module.css'

const plans = ['infinite', 'monthly'] as const

/** Lets the owner of a session make it a managed session, permanently or for a month (R5). */
export function UpgradeScreen({ ssid }: { ssid: string }) {
  const { t } = useTranslation()
  const row = useStore((state) => state.invites.find((invite) => invite.session_uuid === ssid))
  const { loading, reload } = useLoad(loadInvites)
  const { history } = useRouter()
  useEffect(() => () => leaveUpgrade(ssid, history.location.pathname), [ssid, history])
  return (
    <Screen
      title={t('upgrade.title')}
      intro={row && t(row.managed ? 'upgrade.introManaged' : 'upgrade.intro', { title: row.title })}
      back={<BackLink to={row ? screenPath.session(ssid) : screenPath.home()} />}
    >
      {/* The offer appears after the server has answered, because the stored data may be outdated. */}
      {loading.state === 'loading' && <SkeletonRows count={2} />}
      {loading.state === 'failed' && <ErrorState refused={loading.refused} onRetry={reload} />}
      {loading.state === 'ready' && <Offer ssid={ssid} row={row} />}
    </Screen>
  )
}

function Offer({ ssid, row }: { ssid: string; row: Invite | undefined }) {
  const { t } = useTranslation()
  if (!row)
    return (
      <EmptyState icon="search" title={t('upgrade.none')} text={t('upgrade.noneText')}>
        <ButtonLink tone="primary" to={screenPath.home()}>
          {t('upgrade.home')}
        </ButtonLink>
      </EmptyState>
    )
  if (row.mode !== 'own')
    return (
      <EmptyState icon="lock" title={t('upgrade.ownerOnly')} text={t('upgrade.ownerOnlyText')}>
        <ButtonLink tone="primary" to={screenPath.session(ssid)}>
          {t('upgrade.toSession')}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <>
      {row.managed && <ManagedNote ssid={ssid} />}
      <p className={css.free}>{t('upgrade.free')}</p>
      <div className={css.plans}>
        {plans.map((plan) => (
          <Plan key={plan} plan={plan} ssid={ssid} isManaged={row.managed} />
        ))}
      </div>
      <ButtonLink to={screenPath.session(ssid)} tone="quiet">
        {t(row.managed ? 'upgrade.toSession' : 'upgrade.later')}
      </ButtonLink>
    </>
  )
}

type PlanProps = { plan: (typeof plans)[number]; ssid: string; isManaged: boolean }

function Plan({ plan, ssid, isManaged }: PlanProps) {
  const { t } = useTranslation()
  const go = useGo()
  const { state, run } = useReportedAction()
  const upgrade = () =>
    run(
      () => call('upgrade', { params: { ssid }, body: { plan } }),
      () => {
        void loadInvites()
        showToast({ text: t('upgrade.done'), tone: 'good' })
        go(screenPath.session(ssid), { replace: true })
      },
    )
  return (
    <section className={css.plan} data-plan={plan}>
      <h2>{t(`upgrade.${plan}`)}</h2>
      <p className="secondary">{t(`upgrade.${plan}Text`)}</p>
      <Button tone={plan === 'infinite' ? 'primary' : 'plain'} state={state} onClick={() => void upgrade()}>
        {t(isManaged && plan === 'infinite' ? 'upgrade.infiniteKeep' : `upgrade.${plan}Action`)}
      </Button>
    </section>
  )
}

/** Shows that the session is managed, and until when (R5). */
function ManagedNote({ ssid }: { ssid: string }) {
  const { t } = useTranslation()
  const load = useCallback((signal: AbortSignal) => call('options', { params: { ssid }, signal }), [ssid])
  const { loading } = useLoad(load)
  const until = loading.state === 'ready' ? loading.value.managedUntil : undefined
  return (
    <p className={css.managed}>
      <Icon name="done_all" />
      <span>
        {until
          ? t('upgrade.managedUntil', { date: momentText(until) })
          : until === null
            ? t('upgrade.managedForGood')
            : t('upgrade.managed')}
      </span>
    </p>
  )
}
