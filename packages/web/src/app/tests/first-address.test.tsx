import { expect, it } from 'vitest'
import { App } from '../App.tsx'
import { eventually, withApp, startApp } from './app-testing.tsx'

withApp(() => startApp(<App />, () => history.pushState({}, '', '#/join')))

it('J12 an address that opens between the first load and the first render is shown', async () => {
  await eventually(() => expect(document.querySelector('[name="code"]')).not.toBeNull())
})
