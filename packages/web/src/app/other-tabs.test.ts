import { beforeEach, describe, expect, it } from 'vitest'
import { forgetToken, storeToken } from '../shared/browser/token.ts'
import { followOtherTabs } from './other-tabs.ts'

let path: string
let events: string[]
let tellChange: (change: Partial<StorageEvent>) => void

beforeEach(() => {
  storeToken('mine')
  path = '/main/settings'
  events = []
  const page = {
    addEventListener: (_name: string, listener: (event: StorageEvent) => void) => {
      tellChange = (change) =>
        listener({ key: 'token', oldValue: 'mine', newValue: null, ...change } as StorageEvent)
    },
  }
  followOtherTabs(page as Pick<Window, 'addEventListener'>, {
    path: () => path,
    loggedOut: () => void events.push('ended'),
    loggedInAgain: () => void events.push('replaced'),
  })
})

describe('what another tab did to the login', () => {
  it('A2 a logout there logs out here too', () => {
    forgetToken()
    tellChange({})
    tellChange({ key: null })
    expect(events).toEqual(['ended', 'ended'])
  })

  it('A2 another login there loads the data again here', () => {
    storeToken('new')
    tellChange({ newValue: 'new' })
    expect(events).toEqual(['replaced'])
  })

  it('has no effect on public pages, and ignores other keys', () => {
    tellChange({ key: 'vuex' })
    tellChange({ newValue: 'mine' })
    path = '/login'
    forgetToken()
    tellChange({})
    expect(events).toEqual([])
  })
})
