import css from './Skeleton.module.css'

/**
 * Placeholders for rows that are loading. Screen readers skip them, so the screen must say once in words that it is
 * loading.
 */
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
