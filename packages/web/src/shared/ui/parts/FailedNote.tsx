import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { notReached } from '../../api/load-calls.ts'
import { Button } from '../buttons/Button.tsx'
import { EmptyState } from '../states/StateNote.tsx'
import type { FailedPartProps } from './lazy-part.ts'

/** Is shown in the place of a part of a screen whose code could not be loaded (E3). */
export function FailedNote({ hasRetried, onRetry }: Omit<FailedPartProps<unknown>, 'props'>) {
  const { t } = useTranslation()
  return (
    <EmptyState isFailed icon="warning" title={t('state.failed')} text={errorText(t, notReached)}>
      <Button icon="refresh" onClick={onRetry}>
        {t('state.retry')}
      </Button>
      {hasRetried && <Button onClick={() => location.reload()}>{t('state.reload')}</Button>}
    </EmptyState>
  )
}
