import { browserScheduler, createTimer } from '../sync/scheduler.ts'

/** The fields of `MediaDeviceInfo` that contain the name of a sound output. */
export type OutputDevice = { readonly kind: string; readonly deviceId: string; readonly label: string }

const LONGEST_NAME = 100
/** The sound can move to a new output some seconds after the list of devices changed, in milliseconds (M11). */
const SOUND_FOLLOWS_MS = 4_000

/**
 * Returns the name of the sound output that the system uses now, for example of a Bluetooth speaker. Returns an empty
 * string if the browser does not name it. Most browsers name outputs only if the page may use the microphone.
 */
export function outputNameOf(devices: readonly OutputDevice[]): string {
  const outputs = devices.filter(({ kind }) => kind === 'audiooutput')
  const system = outputs.find(({ deviceId }) => deviceId === 'default') ?? outputs[0]
  if (!system) return ''
  // In Chromium, the label of the default output begins with a word such as "Default", in the language of the
  // browser. The same device has a second entry without this word.
  const device = outputs.find(
    ({ deviceId, label }) => deviceId !== 'default' && label !== '' && system.label.endsWith(label),
  )
  return (device ?? system).label.slice(0, LONGEST_NAME)
}

/**
 * Reads the name of the current sound output now, when the page is shown, and at and after each change of the system's
 * devices.
 * @param onName receives each name
 * @returns a function that stops the reading
 */
export function watchOutput(onName: (name: string) => void): () => void {
  // Without a secure context (HTTPS or localhost), the browser has no list of devices.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (devices?.enumerateDevices === undefined) return () => undefined
  const read = (): void =>
    void devices.enumerateDevices().then(
      (list) => onName(outputNameOf(list)),
      () => undefined,
    )
  const timer = createTimer(browserScheduler)
  const onChange = (): void => {
    read()
    timer.start(SOUND_FOLLOWS_MS, read)
  }
  const onVisibility = (): void => {
    if (document.visibilityState === 'visible') read()
  }
  devices.addEventListener('devicechange', onChange)
  document.addEventListener('visibilitychange', onVisibility)
  read()
  return () => {
    timer.cancel()
    devices.removeEventListener('devicechange', onChange)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
