import { expect, it } from 'vitest'
import { deviceIdOf, page } from '../testing/device.ts'
import { startEmulator } from '../testing/test-emulator.ts'
import { toneLibrary, trackIdOf } from '../testing/tone-library.ts'

const uri = (title: string): string => `spotify:track:${trackIdOf(title)}`

async function annWithPage() {
  const emulator = await startEmulator()
  const { access_token: token } = await emulator.link('ann')
  const device = await page(emulator, token, deviceIdOf('a'))
  const call = (method: string, path: string, body?: unknown) =>
    emulator.call(token, method, `/me/player${path}`, body)
  return { emulator, token, device, call }
}

it('lists a registered page as a device and plays on it from the requested position', async () => {
  const { device, call } = await annWithPage()
  expect(device.greeting).toEqual({ type: 'registered' })
  expect((await call('GET', '/devices')).json).toMatchObject({
    devices: [{ id: deviceIdOf('a'), is_active: false, name: 'Kitchen', volume_percent: 80 }],
  })
  const played = await call('PUT', `/play?device_id=${deviceIdOf('a')}`, {
    uris: [uri('Gold')],
    position_ms: 5000,
  })
  expect(played.status).toBe(204)
  expect(await device.next()).toMatchObject({
    type: 'load',
    positionMs: 5000,
    playing: true,
    window: { current: { uri: uri('Gold'), duration_ms: 20_000 } },
  })
  expect((await call('GET', '')).json).toMatchObject({
    is_playing: true,
    device: { is_active: true },
    item: { name: 'Gold' },
  })
})

it('answers like the real service when there is nothing to control', async () => {
  const { device, call } = await annWithPage()
  expect((await call('GET', '')).status).toBe(204)
  expect((await call('PUT', '/pause')).text).toContain('NO_ACTIVE_DEVICE')
  const unknown = await call('PUT', `/play?device_id=${deviceIdOf('f')}`, { uris: [uri('Gold')] })
  expect([unknown.status, unknown.json]).toEqual([
    404,
    { error: { status: 404, message: 'Device not found' } },
  ])
  const restricted = {
    error: { status: 403, message: 'Player command failed: Restriction violated', reason: 'UNKNOWN' },
  }
  expect((await call('PUT', `/play?device_id=${deviceIdOf('a')}`)).json).toEqual(restricted)
  await call('PUT', `/play?device_id=${deviceIdOf('a')}`, { uris: [uri('Gold')] })
  await device.next()
  expect((await call('PUT', '/play')).json).toEqual(restricted)
  expect((await call('PUT', '/pause')).status).toBe(204)
  expect((await call('PUT', '/pause')).json).toEqual(restricted)
  expect((await call('PUT', '/play', { uris: [`spotify:track:${'0'.repeat(22)}`] })).json).toEqual(restricted)
  expect((await call('PUT', '', {})).text).toContain('Required field device_ids missing')
  expect((await call('PUT', '/play', '{"uris":')).text).toContain('Malformed json')
})

it('forwards pause, resume, seek and volume, and accepts the reports of the page', async () => {
  const { device, call } = await annWithPage()
  await call('PUT', `/play?device_id=${deviceIdOf('a')}`, { uris: [uri('Gold')] })
  const { playbackId } = await device.next()
  await call('PUT', '/pause')
  await call('PUT', '/seek?position_ms=7000')
  await call('PUT', '/volume?volume_percent=30')
  await call('PUT', '/play')
  expect([await device.next(), await device.next(), await device.next(), await device.next()]).toEqual([
    { type: 'pause' },
    { type: 'seek', positionMs: 7000 },
    { type: 'volume', volumePercent: 30 },
    { type: 'resume' },
  ])
  device.send({ type: 'report', playbackId, trackId: trackIdOf('Gold'), positionMs: 9000, playing: false })
  await device.awaitHandled()
  expect((await call('GET', '')).json).toMatchObject({
    is_playing: false,
    progress_ms: 9000,
    device: { volume_percent: 30 },
  })
})

it('moves to another device and stops the first one', async () => {
  const { emulator, token, device, call } = await annWithPage()
  const other = await page(emulator, token, deviceIdOf('b'), 'Bath')
  await call('PUT', `/play?device_id=${deviceIdOf('a')}`, { uris: [uri('Gold')] })
  await device.next()
  expect((await call('PUT', '', { device_ids: [deviceIdOf('b')] })).status).toBe(204)
  expect(await device.next()).toEqual({ type: 'deactivate' })
  expect(await other.next()).toMatchObject({
    type: 'load',
    playing: true,
    window: { current: { name: 'Gold' } },
  })
  device.send({
    type: 'report',
    playbackId: 'stale',
    trackId: trackIdOf('Gold'),
    positionMs: 1,
    playing: true,
  })
  expect(await device.next()).toEqual({ type: 'deactivate' })
})

it('continues with the queue, then with the list, and stops at its end', async () => {
  const { device, call } = await annWithPage()
  await call('PUT', `/play?device_id=${deviceIdOf('a')}`, { uris: [uri('Gold'), uri('Jade')] })
  const { playbackId: first } = await device.next()
  await call('POST', `/queue?uri=${uri('Kite')}`)
  expect(await device.next()).toMatchObject({
    type: 'window',
    window: { next: [{ name: 'Kite' }, { name: 'Jade' }] },
  })
  device.send({ type: 'ended', playbackId: first })
  const second = await device.next()
  expect(second).toMatchObject({ type: 'load', window: { current: { name: 'Kite' } } })
  await call('POST', '/next')
  const third = await device.next()
  expect(third).toMatchObject({
    type: 'load',
    window: { current: { name: 'Jade' }, previous: [{ name: 'Gold' }, { name: 'Kite' }] },
  })
  device.send({ type: 'ended', playbackId: third['playbackId'] })
  await device.awaitHandled()
  expect((await call('GET', '')).json).toMatchObject({ is_playing: false, progress_ms: 0 })
})

it('P8 leaves the device paused at a song that cannot be played, and names a relinked one', async () => {
  const { device, call } = await annWithPage()
  const play = (title: string) => call('PUT', `/play?device_id=${deviceIdOf('a')}`, { uris: [uri(title)] })
  expect((await play('Lantern')).status).toBe(204)
  expect(await device.next()).toMatchObject({ type: 'load', playing: false })
  await play('Old Fjord')
  expect(await device.next()).toMatchObject({
    window: { current: { id: trackIdOf('Fjord'), linked_from: { id: trackIdOf('Old Fjord') } } },
  })
})

it('refuses the page of a person without Premium, scope or token, with the error of the player script', async () => {
  const emulator = await startEmulator()
  const free = (await emulator.link('finn')).access_token
  const unscoped = (await emulator.link('ann', 'user-read-private')).access_token
  const ann = (await emulator.link('ann')).access_token
  const greeting = async (token: string) => (await page(emulator, token, deviceIdOf('c'))).greeting
  expect(await greeting(free)).toEqual({
    type: 'refused',
    event: 'account_error',
    message: 'This functionality is restricted to premium users only.',
  })
  expect(await greeting(unscoped)).toMatchObject({
    event: 'authentication_error',
    message: 'Invalid token scopes.',
  })
  expect(await greeting('nonsense')).toMatchObject({
    event: 'authentication_error',
    message: 'Authentication failed',
  })
  await emulator.switchFaults({ freePeople: ['ann'] })
  expect(await greeting(ann)).toMatchObject({ event: 'account_error' })
  expect((await emulator.call(ann, 'PUT', '/me/player/pause')).text).toContain('PREMIUM_REQUIRED')
})

it('keeps a device after a broken socket, adopts its song after a restart, and removes a device that left', async () => {
  const { emulator, token, device, call } = await annWithPage()
  await device.close()
  const again = await page(emulator, token, deviceIdOf('a'))
  again.send({ type: 'report', playbackId: 'p', trackId: trackIdOf('Gold'), positionMs: 4000, playing: true })
  await again.awaitHandled()
  expect((await call('GET', '')).json).toMatchObject({ is_playing: true, item: { name: 'Gold' } })
  await emulator.switchFaults({ deviceReapMs: 0 })
  await again.close()
  await expect.poll(async () => (await call('GET', '/devices')).json).toEqual({ devices: [] })
})

it('P9 a page that played on while its connection was broken keeps the sound, also if its device was removed', async () => {
  const { emulator, token, device, call } = await annWithPage()
  const devices = async () => (await call('GET', '/devices')).json
  const other = await page(emulator, token, deviceIdOf('b'))
  await call('PUT', `/play?device_id=${deviceIdOf('a')}`, { uris: [uri('Gold')] })
  const { playbackId } = await device.next()
  await emulator.switchFaults({ deviceReapMs: 0 })
  await device.close()
  await expect.poll(devices).toMatchObject({ devices: [{ id: deviceIdOf('b') }] })
  const again = await page(emulator, token, deviceIdOf('a'))
  const report = { type: 'report', playbackId, trackId: trackIdOf('Gold'), positionMs: 4000, playing: true }
  again.send(report)
  again.send({ type: 'stream', trackId: trackIdOf('Gold') })
  expect(await again.next()).toMatchObject({ type: 'stream' })
  expect((await call('GET', '')).json).toMatchObject({ is_playing: true, device: { id: deviceIdOf('a') } })
  other.send(report)
  expect(await other.next()).toEqual({ type: 'deactivate' })
})

it('B9 a page that plays while the provider starts again plays on until the library is read', async () => {
  const library = toneLibrary()
  let isOpen = true
  const emulator = await startEmulator({
    library: {
      ...library,
      isOpen: () => isOpen,
      catalogue: () => (isOpen ? library.catalogue() : { ...library.catalogue(), tracks: new Map() }),
      open: async (id) => (isOpen ? library.open(id) : undefined),
    },
  })
  const { access_token: token } = await emulator.link('ann')
  const device = await page(emulator, token, deviceIdOf('a'))
  const songAddress = await device.streamUrlOf(trackIdOf('Gold'))
  const report = { type: 'report', playbackId: 'p', trackId: trackIdOf('Gold'), positionMs: 0, playing: true }
  isOpen = false
  device.send(report)
  device.send({ type: 'stream', trackId: trackIdOf('Gold') })
  expect(await device.next()).toMatchObject({ type: 'stream', streamUrl: null })
  const song = await fetch(songAddress)
  expect([song.status, song.headers.get('retry-after')]).toEqual([503, '1'])
  isOpen = true
  device.send(report)
  await device.awaitHandled()
  expect((await emulator.call(token, 'GET', '/me/player')).json).toMatchObject({ is_playing: true })
  expect((await fetch(songAddress)).status).toBe(200)
})

it('P9 removes the device of a closed tab after three seconds, and keeps one whose socket broke', async () => {
  const { emulator, token, device, call } = await annWithPage()
  const tab = await page(emulator, token, deviceIdOf('b'))
  const left = await page(emulator, token, deviceIdOf('c'))
  const devices = async () => (await call('GET', '/devices')).json
  const rest = { devices: [{ id: deviceIdOf('a') }] }
  // The device whose socket broke stays as long as the test runs.
  await emulator.switchFaults({ deviceReapMs: 3_600_000 })
  await device.close()
  const beginMs = performance.now()
  const goingAway = 1001
  await tab.close(goingAway)
  const disconnected = 1000
  await left.close(disconnected)
  await expect.poll(devices).toMatchObject(rest)
  expect(performance.now() - beginMs).toBeGreaterThan(2_900)
})

it('answers success with a short text when switched on', async () => {
  const { emulator, call, device } = await annWithPage()
  await emulator.switchFaults({ playerOkMode: '200text' })
  const played = await call('PUT', `/play?device_id=${deviceIdOf('a')}`, { uris: [uri('Gold')] })
  expect([played.status, played.headers.get('content-type')]).toEqual([200, 'text/plain'])
  expect(played.text).toMatch(/^\w{10,27}$/)
  await device.next()
})

it('streams a song only at its signed address, for half a day', async () => {
  let nowMs = Date.now()
  const emulator = await startEmulator({ now: () => nowMs })
  const { access_token } = await emulator.link('ann')
  const device = await page(emulator, access_token, deviceIdOf('a'))
  device.send({ type: 'stream', trackId: trackIdOf('Gold') })
  const { streamUrl } = await device.next()
  const status = async (address: string) =>
    (await fetch(emulator.origin + address, { method: 'HEAD' })).status
  const address = String(streamUrl)
  expect(await status(address)).toBe(200)
  expect(await status(address.replace(trackIdOf('Gold'), trackIdOf('Kite')))).toBe(403)
  expect(await status(address.replace(/until=\d+/, 'until=9999999999999'))).toBe(403)
  expect(await status(address.split('?')[0] ?? '')).toBe(403)
  nowMs += 13 * 3_600_000
  expect(await status(address)).toBe(403)
  device.send({ type: 'stream', trackId: trackIdOf('Lantern') })
  expect(await device.next()).toMatchObject({ streamUrl: null })
})

it('serves any range of a song', async () => {
  const emulator = await startEmulator()
  const { access_token } = await emulator.link('ann')
  const device = await page(emulator, access_token, deviceIdOf('a'))
  const address = await device.streamUrlOf(trackIdOf('Gold'))
  const get = (headers: Record<string, string> = {}) => fetch(address, { headers })
  const whole = await get()
  expect([whole.status, whole.headers.get('accept-ranges'), whole.headers.get('content-type')]).toEqual([
    200,
    'bytes',
    'audio/wav',
  ])
  const bytes = new Uint8Array(await whole.arrayBuffer())
  expect(bytes.byteLength).toBe(44 + 20 * 8000 * 2)
  const part = await get({ range: 'bytes=100000-100099' })
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 100000-100099/${bytes.byteLength}`,
  ])
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(100_000, 100_100))
  const beyond = await get({ range: `bytes=${bytes.byteLength}-` })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.byteLength}`])
})
