import css from './Skeleton.module.css'

/** Grey shapes of rows that are being fetched; hidden from screen readers, the screen says "loading" once. */
export function SkeletonRows({ count = 4 }: { count?: number }) {
  return (
    <div aria-hidden className={css.rows}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={css.row}>
          <span className={css.cover} />
          <span className={css.lines}>
            <span className={css.line} />
            <span className={css.short} />
          </span>
        </div>
      ))}
    </div>
  )
}
