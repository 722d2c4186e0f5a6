import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { titleFor, usePageTitle, usePlayingTitle } from './title.ts'

globalThis.IS_REACT_ACT_ENVIRONMENT = true

function Page({ title }: { title: string | null }) {
  usePageTitle(title)
  return null
}

it('I3 the title of the tab shows the count if the icon cannot', () => {
  expect(titleFor('Timeline', 3)).toBe('(3) Timeline · Jointly')
  expect(titleFor(null, 3)).toBe('(3) Jointly')
  expect(titleFor('Timeline', 0)).toBe('Timeline · Jointly')
  expect(titleFor(null, 0)).toBe('Jointly')
})

it('a screen that unmounts after the next one mounted does not change the title', async () => {
  const draw = (root: ReturnType<typeof createRoot>, title: string | null) =>
    act(async () => root.render(<Page title={title} />))
  const [before, after] = [0, 1].map(() => createRoot(document.createElement('div')))
  if (!before || !after) throw new Error('unreachable')
  await draw(before, 'Create your account')
  await draw(after, 'Login')
  await act(async () => before.unmount())
  expect(document.title).toBe('Login · Jointly')
  await act(async () => after.unmount())
  expect(document.title).toBe('Jointly')
})

it('M4 the song that plays is the title of the tab, on every screen', async () => {
  function Playing({ song }: { song: string | null }) {
    usePlayingTitle(song)
    return <Page title="Timeline" />
  }
  const root = createRoot(document.createElement('div'))
  const draw = (song: string | null) => act(async () => root.render(<Playing song={song} />))
  await draw('Nine Bridges · The Hum')
  expect(document.title).toBe('Nine Bridges · The Hum · Jointly')
  await draw(null)
  expect(document.title).toBe('Timeline · Jointly')
  await draw('Harbour Lights · The Hum')
  await act(async () => root.unmount())
  expect(document.title).toBe('Jointly')
})
