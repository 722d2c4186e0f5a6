import { expect, it } from 'vitest'
import { SSID } from '../../features/session/model/testing.ts'
import { useStore } from '../../shared/store/store.ts'
import { useToasts } from '../../shared/ui/toasts/toast.ts'
import { insideTexts } from '../inside-texts.ts'
import {
  currentPath,
  eventually,
  fakeAudioContext,
  open,
  pageText,
  press,
  queryAll,
  sentTo,
  setAnswers,
  withApp,
} from './app-testing.tsx'
import { loggedIn, playlist } from './inside-testing.ts'

withApp()

it('H7 M6 shows the loaded playlists, and a button that starts and opens a session with one', async () => {
  const resume = fakeAudioContext()
  const cut = { ...playlist('two', true), imported: 0 }
  loggedIn({
    'GET /api/playlists/': [playlist('one', true), cut],
    'POST /api/session/': { id: SSID },
  })
  const openAccounts = async () => {
    useStore.setState({ playlists: [playlist('one', true), cut] })
    await open('/main/accounts')
    await eventually(() => expect(pageText()).toContain(insideTexts.accounts.loaded))
  }
  const starts = () => queryAll('section li button')
  await openAccounts()
  expect(pageText()).toContain('Songs of two')
  expect(starts().map((button) => button.getAttribute('aria-label'))).toEqual([
    'Start a session with Songs of one',
  ])
  press(starts()[0])
  // Browsers allow sound only directly in the press.
  expect(resume).toHaveBeenCalledOnce()
  await eventually(() => expect(currentPath()).toBe(`/main/${SSID}`))
  const body = { title: 'Songs of one', managed: false, isPrivate: false, fallback: 'one' }
  expect(sentTo('POST /api/session/')).toEqual([body])

  setAnswers({
    'POST /api/session/': Response.json({ error: { code: 'busy', message: '' } }, { status: 503 }),
  })
  await openAccounts()
  press(starts()[0])
  await eventually(() => expect(useToasts.getState().toasts.some(({ tone }) => tone === 'bad')).toBe(true))
  expect(currentPath()).toBe('/main/accounts')
})
