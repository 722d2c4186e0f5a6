import { useCallback } from 'react'
import { call } from '../../../shared/api/call.ts'
import { useLoad } from '../../../shared/ui/states/use-load.ts'
import { ErrorState } from '../../../shared/ui/states/StateNote.tsx'
import { PrintLinks } from './PrintLinks.tsx'
import css from './PrintLinks.module.css'

/**
 * The posters of a session for printing. They are only for people who may see the section `share` of the options
 * (J10).
 */
export function Posters({ ssid }: { ssid: string }) {
  const { loading, reload } = useLoad(
    useCallback((signal: AbortSignal) => call('options', { params: { ssid }, signal }), [ssid]),
  )
  if (loading.state === 'failed') return <ErrorState refused={loading.refused} onRetry={reload} />
  const share = loading.state === 'ready' ? loading.value.share : undefined
  return <div className={css.place}>{share && <PrintLinks share={share} kinds={['pdf', 'pdfLetter']} />}</div>
}
