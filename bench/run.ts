// `npm run bench -- <name>`: prints a table and writes bench/results/<name>.json.
import { exitOnSignals } from '@jointly/dev/world/child-process'
import { axe } from './axe.ts'
import { bundle } from './bundle.ts'
import { calibration } from './calibration.ts'
import { cluster } from './cluster.ts'
import { downloads } from './downloads.ts'
import { durability } from './durability.ts'
import { fanout } from './fanout.ts'
import { firstSound } from './first-sound.ts'
import { heard } from './heard/heard.ts'
import { outputs } from './heard/outputs.ts'
import { join } from './join.ts'
import { lighthouse } from './lighthouse.ts'
import { next } from './next.ts'
import { poll } from './poll.ts'
import { report, type Row } from './report.ts'
import { recordedCalibration } from './heard/recorded-calibration.ts'
import { resume } from './heard/resume.ts'
import { songs } from './songs/songs.ts'
import { stage } from './stage.ts'
import { start } from './start.ts'
import { ownFiles } from './sync/own-files.ts'
import { sync } from './sync/sync.ts'
import { talk } from './talk.ts'
import { votes } from './votes.ts'

const benches: Readonly<Record<string, (args: readonly string[]) => Promise<readonly Row[]>>> = {
  axe,
  start,
  songs,
  stage,
  durability,
  bundle,
  calibration,
  'calibration-recorded': recordedCalibration,
  lighthouse,
  fanout,
  'first-sound': firstSound,
  heard,
  join,
  outputs,
  resume,
  next,
  cluster,
  votes,
  poll,
  sync,
  'own-files': ownFiles,
  downloads,
  talk,
}

exitOnSignals(1)
const [name = '', ...args] = process.argv.slice(2)
const bench = benches[name]
if (bench) {
  await report(name, await bench(args))
  // The process ends here, even if a browser that does not answer would keep it running.
  process.exit()
} else {
  console.error(`Which? npm run bench -- ${Object.keys(benches).join(' | ')}`)
  process.exitCode = 1
}
