import css from './Skeleton.module.css'

type SkeletonRowsProps = {
  count?: number
  /**
   * A text for screen readers, which skip the rows. Without this text, the screen itself must say that it is loading.
   */
  label?: string
}

/** Placeholders for rows that are loading. */
export function SkeletonRows({ count = 4, label }: SkeletonRowsProps) {
  return (
    <>
      {label && (
        <p role="status" className="visually-hidden">
          {label}
        </p>
      )}
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
    </>
  )
}
