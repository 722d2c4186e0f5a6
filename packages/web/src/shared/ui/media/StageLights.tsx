import css from './StageLights.module.css'

/** The two lights in the background of the app. Use `bright` on a screen that has little content. */
export function StageLights({ bright = false }: { bright?: boolean }) {
  return (
    <div className={css.stage} aria-hidden data-bright={bright || undefined}>
      <span className={css.cool} />
      <span className={css.warm} />
    </div>
  )
}
