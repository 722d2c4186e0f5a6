import { type ReactNode, type TouchEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../shared/ui/media/Icon.tsx'
import { Spinner } from '../../shared/ui/states/Spinner.tsx'
import css from './PullToRefresh.module.css'
import { isFarEnough, pullDistancePx, REFRESH_DELAY_MS } from './pull.ts'
import { after } from '../../shared/browser/timers.ts'

type PullToRefreshProps = { onRefresh: () => Promise<unknown>; children: ReactNode }

/** A scrolling list that a person refreshes by pulling it down. For people with a keyboard there is a button. */
export function PullToRefresh({ onRefresh, children }: PullToRefreshProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const startY = useRef<number | null>(null)
  const [fingerPx, setFingerPx] = useState(0)
  // A fast pull can end before its last distance is rendered.
  const lastPx = useRef(0)
  const [refreshing, setRefreshing] = useState(false)

  const onTouchStart = ({ touches }: TouchEvent) => {
    const atTop = (scroller.current?.scrollTop ?? 0) <= 0
    startY.current = atTop && !refreshing ? (touches[0]?.clientY ?? null) : null
  }
  const onTouchMove = ({ touches }: TouchEvent) => {
    if (startY.current === null) return
    lastPx.current = (touches[0]?.clientY ?? startY.current) - startY.current
    setFingerPx(lastPx.current)
  }
  const letGo = () => {
    startY.current = null
    lastPx.current = 0
    setFingerPx(0)
  }
  const onTouchEnd = () => {
    const pulledPx = lastPx.current
    letGo()
    if (!isFarEnough(pulledPx)) return
    setRefreshing(true)
    after(REFRESH_DELAY_MS, () => void onRefresh().finally(() => setRefreshing(false)))
  }

  const moved = refreshing ? 48 : pullDistancePx(fingerPx)
  const far = isFarEnough(fingerPx)
  return (
    <div
      ref={scroller}
      className={css.scroller}
      onTouchStart={onTouchStart}
      onTouchMove={onTouchMove}
      onTouchEnd={onTouchEnd}
      onTouchCancel={letGo}
    >
      <div className={css.sign} style={{ opacity: Math.min(1, moved / 48) }} data-far={far || undefined}>
        {refreshing ? <Spinner /> : <Icon name="refresh" />}
        <span role="status">
          {refreshing ? t('home.refreshing') : moved > 0 ? t(far ? 'home.release' : 'home.pull') : ''}
        </span>
      </div>
      <div
        className={css.content}
        data-pulling={fingerPx > 0 || undefined}
        style={moved > 0 ? { transform: `translateY(${moved}px)` } : undefined}
      >
        {children}
      </div>
    </div>
  )
}
