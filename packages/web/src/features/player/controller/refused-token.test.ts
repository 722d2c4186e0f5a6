import { expect, it } from 'vitest'
import { account, HERE, listener, ONLY_ONE } from './testing.ts'

it('L9 B3 a player whose token was refused connects again without a press when there is a new token', async () => {
  const { commands, sdk, start, settled } = listener({
    devices: () => [],
    renewed: () => [{ ...account, access_token: 'new' }],
  })
  const connections = () => commands.filter((each) => each === 'connect')
  await start(ONLY_ONE)
  expect(connections()).toHaveLength(1)
  sdk.events?.notReady(HERE)
  sdk.events?.failed('authentication', 'Authentication failed')
  await settled()
  expect(connections()).toHaveLength(2)
  sdk.events?.ready(HERE)
  await settled()
  expect(commands.at(-1)).toMatch(/^play aaaa one/)
})
