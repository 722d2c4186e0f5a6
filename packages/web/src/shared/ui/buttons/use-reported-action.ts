import type { Answer } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { showToast } from '../toasts/toast.ts'
import { useAction } from './use-action.ts'

/**
 * Like `useAction`, but a toast says why a call was refused.
 * @returns `state` for the button; `run` starts a call, and calls `onDone` with the value if the call succeeded
 */
export function useReportedAction() {
  const { t } = useTranslation()
  const { state, run } = useAction()
  async function runReported<T>(start: () => Promise<Answer<T>>, onDone?: (value: T) => void): Promise<void> {
    const answer = await run(start)
    if (answer?.ok) onDone?.(answer.value)
    else if (answer) showToast({ text: errorText(t, answer), tone: 'bad' })
  }
  return { state, run: runReported }
}
