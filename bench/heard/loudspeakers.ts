import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { watchChild } from '@jointly/dev/world/child-process'
import { REFERENCE_RATE } from '../sync/songs.ts'
import { PulseClient, RATE } from './pulse-client.ts'
import { SampleClock } from './sample-clock.ts'

/** The virtual loudspeakers, one for each browser. */
export type Loudspeakers = {
  readonly client: PulseClient
  /** The variables of the environment that make a program play on a loudspeaker. */
  environmentOf(sink: string): Record<string, string>
  /** Returns the ids of the processes that were started with these variables. */
  processesOn(sink: string): number[]
  /** Moves all sound of a loudspeaker to another one, as a person does who chooses another output. */
  move(from: string, to: string): Promise<void>
  /** Removes a loudspeaker. Its sound moves to another one, if there is one. */
  unplug(sink: string): Promise<void>
  /** Adds a loudspeaker. @param rate its sample rate; 48 kHz without it */
  plug(sink: string, rate?: number): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a PulseAudio with virtual loudspeakers. They play with the clock of this machine and buffer at most 50 ms, as
 * a sound card does.
 * @param rate their sample rate; 48 kHz without it
 */
export async function startLoudspeakers(
  folder: string,
  sinks: readonly string[],
  rate = RATE,
): Promise<Loudspeakers> {
  const socket = join(folder, 'pulse.sock')
  const home = join(folder, 'pulse')
  await mkdir(home, { recursive: true })
  // The threads of the loudspeakers have real-time priority, as a sound server has on a real device. Without the last
  // setting, the system would end PulseAudio on a busy machine.
  const settings = join(home, 'daemon.conf')
  await writeFile(
    settings,
    'realtime-scheduling = yes\nrealtime-priority = 5\nhigh-priority = yes\nrlimit-rttime = -1\n',
  )
  const modules = [
    `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    ...sinks.map((name) => `module-null-sink ${optionsOf(name, rate).join(' ')}`),
  ]
  const server = spawn(
    'pulseaudio',
    [
      ...['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no', '--disable-shm=yes'],
      ...modules.flatMap((module) => ['-L', module]),
    ],
    {
      stdio: 'ignore',
      env: {
        ...process.env,
        HOME: home,
        XDG_RUNTIME_DIR: home,
        PULSE_RUNTIME_PATH: home,
        PULSE_CONFIG: settings,
      },
    },
  )
  const { end } = watchChild(server)
  for (let attempt = 0; attempt < 100 && !existsSync(socket); attempt += 1) await pause(50)
  const client = await PulseClient.open(socket)
  const environmentOf = (sink: string) => ({ PULSE_SERVER: `unix:${socket}`, PULSE_SINK: sink })
  return {
    client,
    environmentOf,
    processesOn: (sink) => processesWith(Object.entries(environmentOf(sink)).map((pair) => pair.join('='))),
    move: (from, to) => move(socket, from, to),
    unplug: (sink) => unplug(socket, sink),
    async plug(sink, rate = RATE) {
      await control(socket, 'load-module', 'module-null-sink', ...optionsOf(sink, rate))
    },
    async close() {
      client.close()
      await end('SIGTERM')
    },
  }
}

const run = promisify(execFile)

/** The options of a virtual loudspeaker. */
const optionsOf = (sink: string, rate: number): string[] => [
  `sink_name=${sink}`,
  `rate=${rate}`,
  'norewinds=1',
]

/** Sends PulseAudio a command. @returns the lines of the answer, as lists of their columns */
async function control(socket: string, ...args: string[]): Promise<string[][]> {
  const { stdout } = await run('pactl', ['-s', `unix:${socket}`, ...args])
  return stdout.split('\n').map((line) => line.split('\t'))
}

async function unplug(socket: string, sink: string): Promise<void> {
  const modules = await control(socket, 'list', 'short', 'modules')
  const module = modules.find(([, , options]) => options?.includes(`sink_name=${sink} `))?.[0]
  if (module === undefined) throw new Error(`there is no ${sink}`)
  await control(socket, 'unload-module', module)
}

async function move(socket: string, from: string, to: string): Promise<void> {
  const sink = (await control(socket, 'list', 'short', 'sinks')).find(([, name]) => name === from)?.[0]
  const streams = await control(socket, 'list', 'short', 'sink-inputs')
  const moving = streams.filter(([, on]) => sink !== undefined && on === sink)
  if (moving.length === 0) throw new Error(`nothing plays on ${from}`)
  for (const [stream = ''] of moving) await control(socket, 'move-sink-input', stream, to)
}

/** Returns the ids of the processes whose environment has all these variables. */
function processesWith(variables: readonly string[]): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return ids.map(Number).filter((id) => {
    try {
      const environment = readFileSync(`/proc/${id}/environ`, 'utf8').split('\0')
      return variables.every((variable) => environment.includes(variable))
    } catch {
      // The process has ended since its id was read, or it belongs to another user.
      return false
    }
  })
}

/** The pause between two readings of a loudspeaker's clock. */
const READ_CLOCK_MS = 250

/** Records a loudspeaker with the exact time of each sample. */
export class LoudspeakerRecorder {
  #pieces: Float32Array[] = []
  #count = 0
  #clock: SampleClock
  #timer: NodeJS.Timeout | undefined
  #all: Float32Array | null = null
  #end: () => Promise<void> = async () => undefined
  readonly #rate: number

  private constructor(rate: number) {
    this.#rate = rate
    this.#clock = new SampleClock(rate)
  }

  /** @param rate the sample rate of the loudspeaker */
  static async start(client: PulseClient, sink: string, rate: number = RATE): Promise<LoudspeakerRecorder> {
    const recorder = new LoudspeakerRecorder(rate)
    const { readTime, end } = await client.record(sink, rate, (samples) => {
      recorder.#pieces.push(samples)
      recorder.#count += samples.length
    })
    recorder.#end = end
    const read = async () => recorder.#clock.add(await readTime())
    recorder.#timer = setInterval(() => void read(), READ_CLOCK_MS)
    return recorder
  }

  /** Ends the recording, unless it has ended. */
  async stop(): Promise<void> {
    if (this.#all !== null) return
    clearInterval(this.#timer)
    await this.#end()
    this.#all = new Float32Array(this.#count)
    let at = 0
    for (const piece of this.#pieces) {
      this.#all.set(piece, at)
      at += piece.length
    }
  }

  /** Returns when a sample of the recording was played, in epoch milliseconds. */
  heardAtMs(sample: number): number {
    return this.#clock.atMs(sample)
  }

  /** Returns how uncertain the time of the sample at a moment is, in milliseconds. */
  doubtMs(epochMs: number): number {
    return this.#clock.doubtMs(this.#clock.sampleAt(epochMs))
  }

  /** The recorded samples. Stop the recording before you read them. */
  get samples(): Float32Array {
    return this.#all ?? new Float32Array()
  }

  /** Returns the sound from a moment on, converted to `REFERENCE_RATE`, so that it can be compared with the songs. */
  soundAt(epochMs: number, lengthMs: number): Float32Array {
    const begin = this.#clock.sampleAt(epochMs)
    const { samples } = this
    return Float32Array.from({ length: (lengthMs * REFERENCE_RATE) / 1000 }, (_, index) => {
      const at = begin + (index * this.#rate) / REFERENCE_RATE
      const whole = Math.floor(at)
      const one = samples[whole] ?? 0
      return one + ((samples[whole + 1] ?? 0) - one) * (at - whole)
    })
  }
}

const CLICKS = 8
const CLICK_EVERY = RATE / 5

/**
 * Measures the error of the recorded times. It plays clicks on each loudspeaker. For each click, it compares the time
 * that PulseAudio reports with the time in the recording.
 * @returns the largest difference in milliseconds
 */
export async function methodErrorMs({ client }: Loudspeakers, sinks: readonly string[]): Promise<number> {
  const clicks = new Float32Array(RATE * 2)
  for (let click = 0; click < CLICKS; click += 1) clicks[(click + 1) * CLICK_EVERY] = 0.9
  const errors: number[] = []
  for (const sink of sinks) {
    const recorder = await LoudspeakerRecorder.start(client, sink)
    await pause(600)
    const readTime = await client.play(sink, clicks)
    const played = new SampleClock()
    for (let reading = 0; reading < 8; reading += 1) {
      await pause(100)
      played.add(await readTime())
    }
    await pause(1_500)
    await recorder.stop()
    const found = [...recorder.samples.keys()].filter((at) => (recorder.samples[at] ?? 0) > 0.5)
    if (found.length !== CLICKS) throw new Error(`${found.length} of ${CLICKS} clicks were recorded`)
    for (const [index, at] of found.entries())
      errors.push(Math.abs(recorder.heardAtMs(at) - played.atMs((index + 1) * CLICK_EVERY)))
  }
  return Math.max(...errors)
}
