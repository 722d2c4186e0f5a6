import { useState } from 'react'
import { SkeletonRows } from '../../shared/ui/states/Skeleton.tsx'
import { storedTheme } from '../../shared/ui/styles/theme.ts'
import css from './PageFrame.module.css'

/**
 * The framed page runs no scripts, so it cannot access the app. It may send forms. It keeps the app's origin,
 * because the server refuses forms from other origins (O3).
 */
const SANDBOX = 'allow-forms allow-same-origin'
const SANDBOX_WITH_WINDOWS = 'allow-popups allow-popups-to-escape-sandbox'

type PageFrameProps = {
  title: string
  /** The address of the page. The frame adds the theme that the person chose (W2). */
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
  const [address] = useState(() => withTheme(src))
  return (
    <div className={css.page} aria-busy={!loaded}>
      {!loaded && <SkeletonRows count={3} />}
      <iframe
        className={css.frame}
        title={title}
        src={address}
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

/**
 * A page in a frame knows only the theme of the system, so the address contains the chosen theme. If the page had
 * another theme than the app, browsers would give it an opaque background.
 */
function withTheme(src: string): string {
  const theme = storedTheme()
  return theme === 'system' ? src : `${src}${src.includes('?') ? '&' : '?'}theme=${theme}`
}
