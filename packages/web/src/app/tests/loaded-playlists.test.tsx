import { expect, it } from 'vitest'
import { SSID } from '../../features/session/model/testing.ts'
import { useStore } from '../../shared/store/store.ts'
import { useToasts } from '../../shared/ui/toasts/toast.ts'
import { insideTexts } from '../inside-texts.ts'
import {
  currentPath,
  eventually,
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

it('H7 shows the loaded playlists, and a button that starts, opens and plays a session with one', async () => {
  const cut = { ...playlist('two', true), imported: 0 }
  loggedIn({
    'GET /api/playlists/': [playlist('one', true), cut],
    'POST /api/session/': Response.json({ error: { code: 'busy', message: '' } }, { status: 503 }),
  })
  useStore.setState({ playlists: [playlist('one', true), cut] })
  await open('/main/accounts')
  await eventually(() => expect(pageText()).toContain(insideTexts.accounts.loaded))
  expect(pageText()).toContain('Songs of two')
  const starts = () => queryAll('section li button').map((button) => button.getAttribute('aria-label'))
  expect(starts()).toEqual(['Start a session with Songs of one'])
  press(queryAll('section li button')[0])
  await eventually(() => expect(useToasts.getState().toasts).toHaveLength(1))
  expect(currentPath()).toBe('/main/accounts')
  setAnswers({ 'POST /api/session/': { id: SSID } })
  press(queryAll('section li button')[0])
  await eventually(() => expect(currentPath()).toBe(`/main/${SSID}`))
  expect(sentTo('POST /api/session/').at(-1)).toEqual({
    ...{ title: 'Songs of one', managed: false, isPrivate: false },
    fallback: 'one',
  })
})
