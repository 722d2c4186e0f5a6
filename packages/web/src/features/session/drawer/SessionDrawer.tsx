import { Drawer } from '@base-ui/react/drawer'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia } from '../../../shared/browser/layout/media.ts'
import { Deferred } from '../../../shared/ui/layout/Deferred.tsx'
import './drawer-properties.ts'
import css from './SessionDrawer.module.css'

const ORDER = ['peek', 'half', 'full'] as const
export type DrawerHeight = (typeof ORDER)[number]

/**
 * The heights of the drawer, in the order of `ORDER`. A string is a length, and a number is a fraction of the
 * screen's height.
 */
const SNAP_POINTS = ['226px', 0.62, 1]
/**
 * The heights in a low window, for example at 400 % zoom. The first height shows only the tabs, and it must be equal
 * to `--drawer-peek`.
 */
const LOW_SNAP_POINTS = ['106px', 0.62, 1]
const LOW_WINDOW = '(max-height: 26.8em)'

type DrawerProps = {
  height: DrawerHeight
  onHeight: (height: DrawerHeight) => void
  /** Is called when the person presses Escape or swipes below the lowest height. The drawer stays open. */
  onDismiss: () => void
  /** Is called when a pointer, the wheel or the focus reaches the drawer, before the drawer moves. */
  onTouch: () => void
  children: ReactNode
}

/** The drawer at the lower edge of a session. People change its height by dragging or with the button at its top. */
export function SessionDrawer({ onDismiss, ...props }: DrawerProps) {
  const { height, onHeight } = props
  const [container, setContainer] = useState<HTMLDivElement | null>(null)
  const snapPoints = useMedia(LOW_WINDOW) ? LOW_SNAP_POINTS : SNAP_POINTS
  return (
    <>
      <div ref={setContainer} className={css.container} />
      <Drawer.Root
        open
        onOpenChange={(open) => !open && onDismiss()}
        modal={false}
        disablePointerDismissal
        snapPoints={snapPoints}
        snapToSequentialPoints
        snapPoint={snapPoints[ORDER.indexOf(height)] ?? null}
        onSnapPointChange={(point) =>
          onHeight(ORDER[snapPoints.findIndex((each) => each === point)] ?? 'peek')
        }
      >
        <Drawer.Portal container={container}>
          <Deferred>
            <DrawerPopup {...props} />
          </Deferred>
        </Drawer.Portal>
      </Drawer.Root>
    </>
  )
}

function DrawerPopup({ height, onHeight, onTouch, children }: Omit<DrawerProps, 'onDismiss'>) {
  const { t } = useTranslation()
  const isPlaced = useIsNextFrameDrawn()
  const isFull = height === 'full'
  return (
    <Drawer.Viewport className={css.viewport}>
      <Drawer.Popup
        className={css.popup}
        data-placed={isPlaced || undefined}
        initialFocus={false}
        finalFocus={false}
        onPointerDownCapture={onTouch}
        onWheelCapture={onTouch}
        onFocusCapture={onTouch}
      >
        <Drawer.Title className="visually-hidden">{t('session.drawer.title')}</Drawer.Title>
        <button
          type="button"
          className={css.grip}
          aria-label={t(isFull ? 'session.drawer.lower' : 'session.drawer.raise')}
          aria-expanded={height !== 'peek'}
          onClick={() => onHeight(isFull ? 'peek' : height === 'peek' ? 'half' : 'full')}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
            const next = ORDER[ORDER.indexOf(height) + step]
            if (step !== 0 && next) onHeight(next)
          }}
        />
        <Drawer.Content className={css.content}>{isPlaced && <Deferred>{children}</Deferred>}</Drawer.Content>
      </Drawer.Popup>
    </Drawer.Viewport>
  )
}

/**
 * Returns whether a frame was drawn after the component was mounted. Until then the drawer is hidden, because it
 * would look raised until its height is measured.
 */
function useIsNextFrameDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDrawn(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return isDrawn
}
