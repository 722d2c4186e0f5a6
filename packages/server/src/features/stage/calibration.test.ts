import { expect, it, onTestFinished } from 'vitest'
import { connectLiveAs, listenLive } from '../../testing/live-client.ts'
import { openSession } from '../../testing/session-fixture.ts'
import { granted, startTestServer } from '../../testing/test-server.ts'

it('X3 Y5 a stage takes no part in a calibration', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const ann = await server.signUp('ann')
  const ssid = await openSession(ann)
  const { code, secret } = await granted(server.anonymous('createStage'))
  await granted(ann.call('pairStage', { params: { ssid }, body: { code, sound: true } }))
  const [atAnn, stage] = [
    await listenLive(server.address, ann.token, ssid),
    await connectLiveAs(server.address, secret),
  ]
  /** Waits until the server has handled what the stage sent, and Ann has received what follows from it. */
  const awaitHandled = async () => {
    for (const live of [stage, atAnn]) {
      live.say({ type: 'open', ssid })
      await live.next('you')
    }
  }
  await awaitHandled()
  const calibration = 'calibration-of-a-test'
  const act = (what: object) => ({ type: 'calibrate', ssid, calibration, act: what })
  stage.say(act({ do: 'ask' }))
  await awaitHandled()
  expect(atAnn.hasReceived('calibration')).toBe(false)
  atAnn.say(act({ do: 'ask' }))
  expect((await atAnn.next('calibration')).news).toMatchObject({ do: 'asked', by: ann.id })
  const device = { device: 'device-of-stage', name: 'Stage', state: 'ready', correctionMs: 0 }
  stage.say(act({ do: 'join', device }))
  await awaitHandled()
  expect(atAnn.hasReceived('calibration')).toBe(false)
  expect(stage.hasReceived('calibration')).toBe(false)
})
