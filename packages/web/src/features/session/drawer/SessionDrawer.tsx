import { Drawer } from '@base-ui/react/drawer'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './SessionDrawer.module.css'

/** The heights of the drawer, as snap points: a length, or a part of the screen. */
export const DRAWER_HEIGHTS = { peek: '226px', half: 0.62, full: 1 } as const
export type DrawerHeight = keyof typeof DRAWER_HEIGHTS

const ORDER: readonly DrawerHeight[] = ['peek', 'half', 'full']
const SNAP_POINTS = ORDER.map((height) => DRAWER_HEIGHTS[height])

type DrawerProps = {
  height: DrawerHeight
  onHeight: (height: DrawerHeight) => void
  /** Is called at Escape, or at a swipe below the lowest height. The drawer itself never closes. */
  onDismiss: () => void
  children: ReactNode
}

/** The drawer at the lower edge. People drag it, or use the button at its top. */
export function SessionDrawer({ height, onHeight, onDismiss, children }: DrawerProps) {
  const { t } = useTranslation()
  const [container, setContainer] = useState<HTMLDivElement | null>(null)
  const isPlaced = useIsNextFrameDrawn(container !== null)
  const isFull = height === 'full'
  return (
    <>
      <div ref={setContainer} className={css.container} />
      <Drawer.Root
        open
        onOpenChange={(open) => !open && onDismiss()}
        modal={false}
        disablePointerDismissal
        snapPoints={SNAP_POINTS}
        snapToSequentialPoints
        snapPoint={DRAWER_HEIGHTS[height]}
        onSnapPointChange={(point) =>
          onHeight(ORDER.find((each) => DRAWER_HEIGHTS[each] === point) ?? 'peek')
        }
      >
        <Drawer.Portal container={container}>
          <Drawer.Viewport className={css.viewport}>
            <Drawer.Popup
              className={css.popup}
              data-placed={isPlaced || undefined}
              initialFocus={false}
              finalFocus={false}
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
              <Drawer.Content className={css.content}>{children}</Drawer.Content>
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.Root>
    </>
  )
}

/**
 * Whether a frame was drawn after the container appeared. The drawer is measured in that frame. Before that,
 * it would be shown raised.
 */
function useIsNextFrameDrawn(hasContainer: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    if (!hasContainer) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDrawn(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [hasContainer])
  return isDrawn
}
