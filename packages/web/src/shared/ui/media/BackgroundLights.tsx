import css from './BackgroundLights.module.css'

/** The two lights in the background of the app. Use `bright` on a screen that has little content. */
export function BackgroundLights({ bright = false }: { bright?: boolean }) {
  return (
    <div className={css.lights} aria-hidden data-bright={bright || undefined}>
      <span className={css.cool} />
      <span className={css.warm} />
    </div>
  )
}
