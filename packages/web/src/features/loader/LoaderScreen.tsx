import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailedAnswer } from '../../shared/api/error-text.ts'
import { useReconnected } from '../../shared/browser/connection/online.ts'
import { useEnter } from '../../shared/browser/layout/use-enter.ts'
import {
  loadAccounts,
  loadFriends,
  loadInvites,
  loadPlaylists,
  refreshLogin,
} from '../../shared/store/load-lists.ts'
import { useStore } from '../../shared/store/store.ts'
import { isWithoutSound } from '../../shared/browser/sound/without-sound.ts'
import { PageHeading } from '../../shared/ui/layout/PageHeading.tsx'
import { ErrorState } from '../../shared/ui/states/StateNote.tsx'
import css from './LoaderScreen.module.css'
import { type Loads, runLoads } from './loads.ts'

const loads: Loads = {
  refresh: () => refreshLogin(),
  accounts: () => loadAccounts(),
  invites: () => loadInvites(),
  playlists: () => loadPlaylists(),
  friends: () => loadFriends(),
}

/**
 * Loads the person's data and shows the progress. Then it opens the onboarding, the screen that the person
 * requested before the login, or the home screen.
 */
export function LoaderScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const enter = useEnter()
  const [round, setRound] = useState(0)
  const [percent, setPercent] = useState(0)
  const [refused, setRefused] = useState<FailedAnswer | null>(null)

  useEffect(() => {
    let left = false
    setPercent(0)
    setRefused(null)
    void runLoads(loads, (now) => !left && setPercent(now)).then((outcome) => {
      if (left) return
      if (outcome.next === 'failed') setRefused(outcome.refused)
      else {
        const isKnown = outcome.next === 'app' || isWithoutSound(useStore.getState().user?.id)
        if (isKnown) enter()
        else void navigate({ to: '/onboarding', replace: true })
      }
    })
    return () => {
      left = true
    }
  }, [round, navigate, enter])

  const retry = useCallback(() => setRound((before) => before + 1), [])
  useReconnected(useCallback(() => refused && retry(), [refused, retry]))

  if (refused) return <ErrorState isPage refused={refused} onRetry={retry} />
  return (
    <div className={css.loader}>
      <PageHeading className={css.title} title={t('loader.title')} />
      <p
        className={css.percent}
        role="progressbar"
        aria-label={t('loader.label')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        style={{ fontStretch: `${50 + percent}%` }}
      >
        {percent}
        <span className={css.sign}>%</span>
      </p>
      <div className={css.track}>
        <span className={css.bar} style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}
