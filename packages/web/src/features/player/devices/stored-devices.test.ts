import { expect, it } from 'vitest'
import { emptyState } from '../../../shared/store/state.ts'
import { useStore } from '../../../shared/store/store.ts'
import { account } from '../controller/testing.ts'
import { storedDevices } from './stored-devices.ts'

const empty = { device_id: null, devices: [] }
const kitchen = { id: 'kitchen', name: 'Kitchen', isRestricted: false, isActive: true }

it('P7 L1 stores the devices and their measured delays for the account that plays', () => {
  const ended = { ...account, id: 'ended', status: 'reconnect' as const }
  useStore.setState({ ...emptyState, accounts: [ended, account], account_props: [empty, empty] })
  storedDevices.saveDevices('kitchen', [kitchen])
  storedDevices.saveDelay('kitchen', 150)
  storedDevices.saveDelay('here', 90)
  storedDevices.saveDelay('here', 95)
  expect(useStore.getState().account_props).toEqual([
    empty,
    {
      device_id: 'kitchen',
      devices: [{ id: 'kitchen', name: 'Kitchen' }],
      delays: { kitchen: 150, here: 95 },
    },
  ])
  const delays = ['kitchen', 'here', 'prepared'].map(storedDevices.delayOf)
  expect(delays).toEqual([150, 95, undefined])
})

it('P7 stores nothing without a linked account', () => {
  useStore.setState(emptyState)
  storedDevices.saveDevices('kitchen', [kitchen])
  storedDevices.saveDelay('kitchen', 150)
  expect(useStore.getState().account_props).toEqual([])
  expect(storedDevices.delayOf('kitchen')).toBeUndefined()
})
