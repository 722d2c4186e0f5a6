import { useEffect } from 'react'
import type { FailedPartProps } from '../shared/ui/parts/lazy-part.ts'
import { FailedScreen } from './CrashScreen.tsx'
import type { LiveSessionProps } from './live/LiveSession.tsx'

type ShownProps = Pick<LiveSessionProps, 'className' | 'isShown' | 'onLeave'>

/**
 * Is shown in the place of a session whose code could not be loaded (E3). When another screen is shown, nothing can be
 * minimised, so the session is closed. When it is opened again, its code is loaded again.
 */
export function FailedSession({ props, onRetry }: Pick<FailedPartProps<ShownProps>, 'props' | 'onRetry'>) {
  const { className, isShown, onLeave } = props
  useEffect(() => {
    if (!isShown) onLeave()
  }, [isShown, onLeave])
  return (
    isShown && (
      <div className={className}>
        <FailedScreen onRetry={onRetry} />
      </div>
    )
  )
}
