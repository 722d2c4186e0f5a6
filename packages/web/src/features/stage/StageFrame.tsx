import { type CSSProperties, type ReactNode, useRef } from 'react'
import { usePageTitle } from '../../shared/browser/title.ts'
import { Backdrop } from '../../shared/ui/backdrop/Backdrop.tsx'
import type { Lights } from './cover-lights.ts'
import { LightCanvas } from './LightCanvas.tsx'
import { SlowDevice, useScreenShift, useHiddenPointer, useSlowDevice } from './use-quiet-screen.ts'
import css from './StageFrame.module.css'

type FrameProps = {
  lights: Lights
  /** The address of the cover in the background. If it is null, only the lights are shown. */
  cover?: string | null
  mayBlur?: boolean
  children: ReactNode
}

/**
 * The frame of the big screen: the cover, two lights in the cover's colours, and the content. The content moves a
 * little every minute, so that it does not burn into the screen (X9).
 */
export function StageFrame({ lights: [first, second], cover = null, mayBlur = false, children }: FrameProps) {
  const frame = useRef<HTMLElement>(null)
  usePageTitle(null)
  useHiddenPointer(frame)
  const isSlow = useSlowDevice()
  const style: CSSProperties & Record<`--${string}`, string> = { '--light-1': first, '--light-2': second }
  return (
    <main ref={frame} className={css.frame} data-theme="dark" style={style}>
      <Backdrop cover={cover} mayBlur={mayBlur} />
      <div className={css.lights} data-still={isSlow || undefined} aria-hidden>
        <LightCanvas className={css.warm} colour={first} />
        <LightCanvas className={css.cool} colour={second} />
      </div>
      <div className={css.content} style={{ transform: useScreenShift() }}>
        <SlowDevice value={isSlow}>{children}</SlowDevice>
      </div>
    </main>
  )
}
