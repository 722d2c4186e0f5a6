import { expect, it } from 'vitest'
import { insideTexts } from '../inside-texts.ts'
import { router } from '../routing/app-router.tsx'
import { byName, currentPath, endApp, eventually, startApp } from './app-testing.tsx'
import { startInSession } from './inside-testing.ts'

it('M3 an app that ends with an open dialog does not stop the navigation of the next app', async () => {
  await startInSession()
  byName(insideTexts.session.share.open).click()
  await eventually(() => expect(router.history.location.state.layers).toEqual(['dialog']))
  await endApp()
  // A late answer can end the login after the app has ended.
  void router.navigate({ to: '/login', replace: true })
  await startApp()
  expect(currentPath()).toBe('/about')
  await endApp()
})
