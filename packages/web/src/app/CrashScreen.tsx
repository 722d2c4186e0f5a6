import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../shared/api/error-text.ts'
import { notReached } from '../shared/api/load-calls.ts'
import { removePrepared } from '../shared/browser/prepared-screen.ts'
import { Button } from '../shared/ui/buttons/Button.tsx'
import type { FailedPartProps } from '../shared/ui/parts/lazy-part.ts'
import { EmptyState } from '../shared/ui/states/StateNote.tsx'

/** The screen that is shown after an unexpected error. */
export function CrashScreen() {
  const { t } = useTranslation()
  return <BrokenScreen title={t('state.crashed')} text={t('error.malformed')} onRetry={null} />
}

/** Is shown in the place of a whole screen whose code could not be loaded (E3). */
export function FailedScreen({ onRetry }: Pick<FailedPartProps<unknown>, 'onRetry'>) {
  const { t } = useTranslation()
  return <BrokenScreen title={t('state.failed')} text={errorText(t, notReached)} onRetry={onRetry} />
}

type BrokenScreenProps = { title: string; text: string; onRetry: (() => void) | null }

function BrokenScreen({ title, text, onRetry }: BrokenScreenProps) {
  const { t } = useTranslation()
  useLayoutEffect(removePrepared, [])
  return (
    <EmptyState isPage isFailed={onRetry !== null} icon="warning" title={title} text={text}>
      {onRetry && (
        <Button tone="primary" onClick={onRetry}>
          {t('state.retry')}
        </Button>
      )}
      <Button tone={onRetry ? 'plain' : 'primary'} icon="refresh" onClick={() => location.reload()}>
        {t('state.reload')}
      </Button>
      <Button icon="home" onClick={() => location.assign('/')}>
        {t('state.home')}
      </Button>
    </EmptyState>
  )
}
