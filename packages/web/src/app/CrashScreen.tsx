import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { removePrepared } from '../shared/browser/prepared-screen.ts'
import { Button } from '../shared/ui/buttons/Button.tsx'
import { EmptyState } from '../shared/ui/states/StateNote.tsx'

/** The screen that is shown after an unexpected error. */
export function CrashScreen() {
  const { t } = useTranslation()
  useLayoutEffect(removePrepared, [])
  return (
    <EmptyState isPage icon="warning" title={t('state.crashed')} text={t('error.malformed')}>
      <Button tone="primary" icon="refresh" onClick={() => location.reload()}>
        {t('state.reload')}
      </Button>
      <Button icon="home" onClick={() => location.assign('/')}>
        {t('state.home')}
      </Button>
    </EmptyState>
  )
}
