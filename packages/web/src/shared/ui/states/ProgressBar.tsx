import { Progress } from '@base-ui/react/progress'
import css from './ProgressBar.module.css'

/** A bar from 0 to 100 percent, with a name for screen readers. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return (
    <Progress.Root value={Math.min(100, Math.max(0, percent))} aria-label={label} className={css.root}>
      <Progress.Track className={css.track}>
        <Progress.Indicator className={css.indicator} />
      </Progress.Track>
    </Progress.Root>
  )
}
