import css from './StageLights.module.css'

/** Two areas of light in the background. Use `bright` on a screen that has only a headline. */
export function StageLights({ bright = false }: { bright?: boolean }) {
  return (
    <div className={css.stage} aria-hidden data-bright={bright || undefined}>
      <span className={css.cool} />
      <span className={css.warm} />
    </div>
  )
}
