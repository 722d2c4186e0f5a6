import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { settled } from '../../../features/session/model/testing.ts'
import { lazyDialog } from '../../../shared/ui/parts/lazy-dialog.tsx'
import { lazyNamed } from '../../../shared/ui/parts/lazy-named.ts'
import { useToasts } from '../../../shared/ui/toasts/toast.ts'
import { CrashScreen } from '../../CrashScreen.tsx'
import { texts } from '../../texts.ts'
import { byName, endApp, eventually, net, pageText, queryAll, startApp } from '../app-testing.tsx'

/** A dynamic import that fails this number of times. */
function failing<T>(module: T, times: number) {
  let calls = 0
  return async () => {
    calls += 1
    if (calls <= times) throw new TypeError('Failed to fetch dynamically imported module')
    return module
  }
}

const Part = () => <p>The part</p>
const Dialog = ({ open }: { open: boolean; onClose: () => void }) => open && <p>The dialog</p>

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
    return <h1>Player</h1>
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

function Share({ load }: { load: () => Promise<{ Dialog: typeof Dialog }> }) {
  const [ShareDialog] = useState(() => lazyDialog(load, 'Dialog'))
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Share
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

  it('E3 is loaded again when the device is online again', async () => {
    const Lazy = lazyNamed(failing({ Part }, 1), 'Part')
    await openScreen(<Lazy />)
    await eventually(() => expect(queryAll('[role=alert]')).toHaveLength(1))
    net(false)
    await settled()
    net(true)
    await eventually(() => expect(pageText()).toContain('The part'))
    await endApp()
  })

  it('E3 a dialog says so, and the next press opens it', async () => {
    const player = await openScreen(<Share load={failing({ Dialog }, 1)} />)
    byName('Share').click()
    await eventually(() =>
      expect(useToasts.getState().toasts).toMatchObject([{ text: texts.error.network, tone: 'bad' }]),
    )
    byName('Share').click()
    await eventually(() => expect(pageText()).toContain('The dialog'))
    expect(player).toEqual({ starts: 1, ends: 0 })
    await endApp()
  })
})
