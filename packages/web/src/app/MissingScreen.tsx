import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { removePrepared } from '../shared/browser/prepared-screen.ts'
import { Button } from '../shared/ui/buttons/Button.tsx'
import { EmptyState } from '../shared/ui/states/StateNote.tsx'

/** The screen that is shown for an unknown address. */
export function MissingScreen() {
  const { t } = useTranslation()
  useLayoutEffect(removePrepared, [])
  return (
    <EmptyState isPage icon="search" title={t('state.missing')} text={t('state.missingText')}>
      <Button tone="primary" icon="home" onClick={() => location.assign('/')}>
        {t('state.home')}
      </Button>
    </EmptyState>
  )
}
