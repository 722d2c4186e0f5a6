import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentProps, type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { useConnection } from '../../../shared/browser/connection/online.ts'
import { loadFailedStyles, watchStyles } from '../../../shared/ui/parts/failed-styles.ts'
import { removePrepared } from '../../../shared/browser/prepared-screen.ts'
import { lazyDialog } from '../../../shared/ui/parts/lazy-dialog.tsx'
import { lazyNamed } from '../../../shared/ui/parts/lazy-named.ts'
import { lazyPart } from '../../../shared/ui/parts/lazy-part.ts'
import { useToasts } from '../../../shared/ui/toasts/toast.ts'
import { CrashScreen, FailedScreen } from '../../CrashScreen.tsx'
import { FailedSession } from '../../FailedSession.tsx'
import { lazyScreen } from '../../routing/lazy-screen.ts'
import { texts } from '../../texts.ts'
import { byName, endApp, eventually, net, pageText, queryAll, startApp, textOf } from '../app-testing.tsx'

/** A dynamic import that fails this number of times. */
function failing<T>(module: T, times: number) {
  let calls = 0
  return async () => {
    calls += 1
    if (calls <= times) throw new TypeError('Failed to fetch dynamically imported module')
    return module
  }
}

const Live = (_: ComponentProps<typeof FailedSession>['props']) => <p>Live</p>
const Part = () => <p>The part</p>
type DialogProps = { open: boolean; onClose: () => void }
const Dialog = ({ open }: DialogProps) => open && <p>The dialog</p>

/** Renders a session with a part, and counts the starts and ends of its player. */
async function openScreen(part: ReactNode) {
  const player = { starts: 0, ends: 0 }
  function Player() {
    useEffect(() => {
      player.starts += 1
      return () => {
        player.ends += 1
      }
    }, [])
    return (
      <>
        <h1>Player</h1>
        <p>{useConnection()}</p>
      </>
    )
  }
  await startApp(
    <main>
      <CatchBoundary getResetKey={() => 'session'} errorComponent={CrashScreen}>
        <Suspense>
          <Player />
          <Suspense>{part}</Suspense>
        </Suspense>
      </CatchBoundary>
    </main>,
  )
  return player
}

/**
 * Adds styles to the page, as the build does for a part. The browser of the tests loads no styles, and reports an error
 * at once. This error is stopped, so that the test decides whether the styles load or fail.
 */
function addStyles() {
  let isHeld = true
  const hold = (event: Event) => {
    if (isHeld) event.stopPropagation()
  }
  window.addEventListener('error', hold, true)
  const links = () => [...document.querySelectorAll('link')]
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', href: '/assets/part.css' })
  document.head.append(link)
  onTestFinished(() => {
    window.removeEventListener('error', hold, true)
    for (const each of links()) each.remove()
  })
  return {
    links,
    end(type: 'load' | 'error'): void {
      isHeld = false
      links().at(-1)?.dispatchEvent(new Event(type))
      isHeld = true
    },
  }
}

function Share({ name, dialog: ShareDialog }: { name: string; dialog: ComponentType<DialogProps> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" aria-expanded={open} onClick={() => setOpen(true)}>
        {name}
      </button>
      <ShareDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

describe('a part of the session whose code cannot be loaded', () => {
  it('E3 says so while the session stays, and Try again shows it', async () => {
    const Lazy = lazyNamed(failing({ Part }, 2), 'Part')
    const player = await openScreen(<Lazy />)
    await eventually(() => expect(queryAll('[role=alert]')).toHaveLength(1))
    expect(pageText()).toContain(texts.error.network)
    expect(() => byName(texts.state.reload)).toThrow('nothing is called')
    byName(texts.state.retry).click()
    // Some browsers remember the failure, so after another one the page can be loaded again.
    await eventually(() => byName(texts.state.reload))
    byName(texts.state.retry).click()
    await eventually(() => expect(pageText()).toContain('The part'))
    expect(queryAll('[role=alert]')).toEqual([])
    expect(player).toEqual({ starts: 1, ends: 0 })
    await endApp()
  })

  it('D14 E3 Try again leaves the focus on the part of the screen around it', async () => {
    const { focus } = HTMLElement.prototype
    // In a browser, an element that React has hidden does not get the focus.
    vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function focusVisible(this: HTMLElement) {
      if (!this.closest('[style*="display: none"]')) focus.call(this)
    })
    const Lazy = lazyNamed(failing({ Part }, 1), 'Part')
    await openScreen(
      <section tabIndex={-1}>
        <Suspense>
          <Lazy />
        </Suspense>
      </section>,
    )
    await eventually(() => byName(texts.state.retry).focus())
    byName(texts.state.retry).click()
    await eventually(() => expect(pageText()).toContain('The part'))
    expect(document.activeElement).toBe(queryAll('section')[0])
    await endApp()
  })

  it('E3 is not shown without styles that failed before, for example in a preload', async () => {
    watchStyles()
    const styles = addStyles()
    styles.end('error')
    const Lazy = lazyNamed(failing({ Part }, 0), 'Part')
    await openScreen(<Lazy />)
    await eventually(() => expect(styles.links()).toHaveLength(2))
    styles.end('error')
    await eventually(() => expect(queryAll('[role=alert]')).toHaveLength(1))
    byName(texts.state.retry).click()
    await eventually(() => expect(styles.links()).toHaveLength(2))
    expect(pageText()).not.toContain('The part')
    styles.end('load')
    await eventually(() => expect(pageText()).toContain('The part'))
    expect(styles.links()).toHaveLength(1)
    await endApp()
  })

  it('E3 a screen is not shown without styles that failed before', async () => {
    watchStyles()
    const styles = addStyles()
    styles.end('error')
    const Screen = lazyScreen(failing({ Part }, 0), 'Part')
    await openScreen(<Screen />)
    await eventually(() => expect(styles.links()).toHaveLength(2))
    expect(pageText()).not.toContain('The part')
    styles.end('load')
    await eventually(() => expect(pageText()).toContain('The part'))
    await endApp()
  })

  it('E3 styles that still load are not added again, and several parts load failed ones once', async () => {
    watchStyles()
    const styles = addStyles()
    await loadFailedStyles()
    expect(styles.links()).toHaveLength(1)
    styles.end('error')
    const loading = Promise.all([loadFailedStyles(), loadFailedStyles()])
    expect(styles.links()).toHaveLength(2)
    styles.end('load')
    await loading
    expect(styles.links()).toHaveLength(1)
  })

  it('E3 is loaded again when the device is online again', async () => {
    const Lazy = lazyNamed(failing({ Part }, 1), 'Part')
    await openScreen(<Lazy />)
    await eventually(() => expect(queryAll('[role=alert]')).toHaveLength(1))
    net(false)
    // Then the note knows that the connection was lost.
    await eventually(() => expect(pageText()).toContain('offline'))
    net(true)
    await eventually(() => expect(pageText()).toContain('The part'))
    await endApp()
  })

  it('E3 a dialog says so, and the next press opens it', async () => {
    const player = await openScreen(
      <Share name="Share" dialog={lazyDialog(failing({ Dialog }, 1), 'Dialog')} />,
    )
    byName('Share').click()
    await eventually(() =>
      expect(useToasts.getState().toasts).toMatchObject([{ text: texts.error.network, tone: 'bad' }]),
    )
    await eventually(() => expect(byName('Share').getAttribute('aria-expanded')).toBe('false'))
    byName('Share').click()
    await eventually(() => expect(pageText()).toContain('The dialog'))
    expect(player).toEqual({ starts: 1, ends: 0 })
    await endApp()
  })

  it('E3 a dialog that failed to load in one row is loaded again when another row opens it', async () => {
    const ShareDialog = lazyDialog(failing({ Dialog }, 1), 'Dialog')
    await openScreen(['Ann', 'Ben'].map((name) => <Share key={name} name={name} dialog={ShareDialog} />))
    byName('Ann').click()
    await eventually(() => expect(useToasts.getState().toasts).toHaveLength(1))
    byName('Ben').click()
    await eventually(() => expect(pageText()).toContain('The dialog'))
    expect(useToasts.getState().toasts).toHaveLength(1)
    await endApp()
  })
})

describe('a whole screen whose code cannot be loaded', () => {
  it('E3 D14 D16 has a heading with the focus, ways out of it, and no prepared screen over it', async () => {
    document.body.append(Object.assign(document.createElement('div'), { id: 'prepared' }))
    onTestFinished(removePrepared)
    const Lazy = lazyPart(failing({ Part }, 1), 'Part', FailedScreen)
    await startApp(
      <main>
        <Suspense>
          <Lazy />
        </Suspense>
      </main>,
    )
    await eventually(() => expect(textOf('h1')).toEqual([texts.state.failed]))
    await eventually(() => expect(document.activeElement).toBe(queryAll('h1')[0]))
    expect(document.getElementById('prepared')).toBeNull()
    expect(textOf('button')).toEqual([texts.state.retry, texts.state.reload, texts.state.home])
    byName(texts.state.retry).click()
    await eventually(() => expect(pageText()).toContain('The part'))
    await endApp()
  })

  it('E3 D16 M1 a session closes when another screen is shown, whose heading stays the only one', async () => {
    const Session = lazyPart(failing({ Live }, 9), 'Live', FailedSession)
    const leave = vi.fn<() => void>()
    function Screens() {
      const [isShown, setShown] = useState(true)
      return (
        <main>
          {isShown ? (
            <button type="button" onClick={() => setShown(false)}>
              Timeline
            </button>
          ) : (
            <h1>Timeline</h1>
          )}
          <Suspense>
            <Session className={undefined} isShown={isShown} onLeave={leave} />
          </Suspense>
        </main>
      )
    }
    await startApp(<Screens />)
    await eventually(() => expect(textOf('h1')).toEqual([texts.state.failed]))
    expect(leave).not.toHaveBeenCalled()
    byName('Timeline').click()
    await eventually(() => expect(leave).toHaveBeenCalledOnce())
    expect(textOf('h1')).toEqual(['Timeline'])
    await endApp()
  })
})
