import { expect, it } from 'vitest'
import { SSID } from '../../../features/session/model/testing.ts'
import { useStore } from '../../../shared/store/store.ts'
import { texts } from '../../texts.ts'
import {
  eventually,
  pageText,
  press,
  queryAll,
  sentCalls,
  setAnswers,
  textOf,
  withApp,
} from '../app-testing.tsx'
import { openSession, openTab, playlist, song, startInSession } from '../inside-testing.ts'

withApp(startInSession)

it('E3 the library keeps the known playlists and the open one if they cannot be loaded again', async () => {
  const answer = Promise.withResolvers<unknown>()
  const mine = playlist('mine', true)
  await openSession(
    {},
    {
      'GET /api/playlists/': answer.promise,
      [`GET /api/playlist/?playlistID=mine&ssid=${SSID}`]: { ...mine, songs: [song('two')] },
    },
  )
  useStore.setState({ playlists: [mine] })
  openTab('Library')
  await eventually(() => expect(queryAll('button[aria-expanded=false]')).toHaveLength(1))
  press(queryAll('button[aria-expanded=false]')[0])
  await eventually(() => expect(pageText()).toContain('Song two'))
  answer.resolve(Response.json({ error: { code: 'database-away', message: '' } }, { status: 503 }))
  const text = texts.error['database-away']
  await eventually(() => expect(textOf('[role=tabpanel] [role=alert]').join()).toContain(text))
  expect(pageText()).toContain('Song two')
})

it('E3 L4 an open playlist keeps its songs while more are imported, also if these cannot be loaded', async () => {
  const mine = { ...playlist('mine', true), state: 'importing' as const, imported: 50, total: 150 }
  const songs = `GET /api/playlist/?playlistID=mine&ssid=${SSID}`
  await openSession(
    {},
    { 'GET /api/playlists/': new Promise(() => {}), [songs]: { ...mine, songs: [song('one')] } },
  )
  useStore.setState({ playlists: [mine] })
  openTab('Library')
  await eventually(() => expect(queryAll('button[aria-expanded=false]')).toHaveLength(1))
  press(queryAll('button[aria-expanded=false]')[0])
  await eventually(() => expect(pageText()).toContain('Song one'))
  const [row] = queryAll('[role=tabpanel] li li')
  const next = Promise.withResolvers<unknown>()
  setAnswers({ [songs]: next.promise })
  useStore.setState({ playlists: [{ ...mine, imported: 100 }] })
  await eventually(() => expect(sentCalls(songs)).toHaveLength(2))
  expect(row?.isConnected).toBe(true)
  next.resolve(Response.json({ error: { code: 'database-away', message: '' } }, { status: 503 }))
  const text = texts.error['database-away']
  await eventually(() => expect(textOf('[role=tabpanel] li [role=alert]').join()).toContain(text))
  expect(row?.isConnected).toBe(true)
  setAnswers({ [songs]: { ...mine, imported: 150, songs: [song('one'), song('two')] } })
  useStore.setState({ playlists: [{ ...mine, imported: 150 }] })
  await eventually(() => expect(pageText()).toContain('Song two'))
  expect(row?.isConnected).toBe(true)
  expect(textOf('[role=tabpanel] [role=alert]')).toEqual([])
})
