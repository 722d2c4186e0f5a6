import { useState } from 'react'
import { SkeletonRows } from '../../shared/ui/states/Skeleton.tsx'
import css from './PageFrame.module.css'

/**
 * The framed page runs no scripts, so it cannot access the app. It may send forms. It keeps the app's origin,
 * because the server refuses forms from other origins (O3).
 */
const SANDBOX = 'allow-forms allow-same-origin'
const SANDBOX_WITH_WINDOWS = 'allow-popups allow-popups-to-escape-sandbox'

type PageFrameProps = {
  title: string
  src: string
  mayOpenWindows?: boolean
  /** Is called with each page that the frame has loaded. */
  onPage?: (page: Document | null) => void
}

/**
 * Shows a page of the server in a frame.
 * @param mayOpenWindows whether links of the page may open windows; such a page may not send forms
 */
export function PageFrame({ title, src, mayOpenWindows = false, onPage }: PageFrameProps) {
  const [loaded, setLoaded] = useState(false)
  return (
    <div className={css.page} aria-busy={!loaded}>
      {!loaded && <SkeletonRows count={3} />}
      <iframe
        className={css.frame}
        title={title}
        src={src}
        sandbox={mayOpenWindows ? SANDBOX_WITH_WINDOWS : SANDBOX}
        referrerPolicy="no-referrer"
        data-loaded={loaded || undefined}
        onLoad={({ currentTarget }) => {
          setLoaded(true)
          onPage?.(currentTarget.contentDocument)
        }}
      />
    </div>
  )
}
