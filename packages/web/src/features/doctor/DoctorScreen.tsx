import { DOCTOR_CHECKS, type Finding } from '@jointly/contract'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { Button } from '../../shared/ui/buttons/Button.tsx'
import { Icon, type IconName } from '../../shared/ui/media/Icon.tsx'
import { Screen } from '../../shared/ui/layout/Screen.tsx'
import { BackLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { SkeletonRows } from '../../shared/ui/states/Skeleton.tsx'
import { StaleNote } from '../../shared/ui/states/StaleNote.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import css from './DoctorScreen.module.css'

const SIGNS: Readonly<Record<Finding['state'], IconName>> = {
  ok: 'check',
  skipped: 'info',
  warning: 'warning',
  problem: 'block',
}

/** The results of the server's configuration checks. Only a person of level 735 sees them (O7). */
export function DoctorScreen() {
  const { t } = useTranslation()
  return (
    <Screen
      title={t('doctor.title')}
      intro={t('doctor.intro')}
      back={<BackLink to={screenPath.settings()} />}
    >
      <CheckResults />
    </Screen>
  )
}

function CheckResults() {
  const { t } = useTranslation()
  const [isChecking, setIsChecking] = useState(true)
  const runChecks = useCallback(async (signal: AbortSignal) => {
    setIsChecking(true)
    const answer = await call('doctor', { signal })
    if (!signal.aborted) setIsChecking(false)
    return answer
  }, [])
  const { loading, reload } = useLoad(runChecks)
  if (loading.state === 'failed')
    return loading.refused.error.code === 'forbidden' ? (
      <EmptyState icon="lock" title={t('doctor.notYours')} text={t('doctor.notYoursText')} />
    ) : (
      <ErrorState refused={loading.refused} onRetry={reload} />
    )
  const findings = loading.state === 'ready' ? loading.value.findings : null
  return (
    <>
      <div className={css.top}>
        <p className={css.sum} role="status">
          {isChecking || !findings ? t('doctor.checking') : <Summary findings={findings} />}
        </p>
        {findings && (
          <Button icon="refresh" state={isChecking ? 'loading' : 'default'} onClick={reload}>
            {t('doctor.again')}
          </Button>
        )}
      </div>
      <StaleNote loading={loading} onRetry={reload} />
      {findings ? <Groups findings={findings} /> : <SkeletonRows count={6} />}
    </>
  )
}

function Summary({ findings }: { findings: readonly Finding[] }) {
  const { t } = useTranslation()
  const count = (counted: Finding['state']) => findings.filter(({ state }) => state === counted).length
  const parts = [
    count('problem') > 0 && t('doctor.problems', { count: count('problem') }),
    count('warning') > 0 && t('doctor.warnings', { count: count('warning') }),
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(' · ') : t('doctor.good')
}

function Groups({ findings }: { findings: readonly Finding[] }) {
  const { t } = useTranslation()
  return (
    <div className={css.groups}>
      {DOCTOR_CHECKS.map((check) => (
        <section key={check} className={css.group}>
          <h2>{t(`doctor.check.${check}`)}</h2>
          <ul className="vstack">
            {findings
              .filter((finding) => finding.check === check)
              .map(({ state, text, fix }) => (
                <li key={text} className={css.finding} data-state={state}>
                  <span className={css.sign} role="img" aria-label={t(`doctor.state.${state}`)}>
                    <Icon name={SIGNS[state]} />
                  </span>
                  <div>
                    <p>{text}</p>
                    {fix && <p className={css.fix}>{fix}</p>}
                  </div>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
