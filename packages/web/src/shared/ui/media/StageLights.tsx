import css from './StageLights.module.css'

/** The two lights behind everything. `bright` where there is nothing but them and a headline. */
export function StageLights({ bright = false }: { bright?: boolean }) {
  return (
    <div className={css.stage} aria-hidden data-bright={bright || undefined}>
      <span className={css.cool} />
      <span className={css.warm} />
    </div>
  )
}
