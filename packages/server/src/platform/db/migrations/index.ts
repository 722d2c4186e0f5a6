import type { Migration } from '../migrate.ts'
import { people } from './before-030/001-people.ts'
import { accounts } from './before-030/002-accounts.ts'
import { music } from './before-030/003-music.ts'
import { sessions } from './before-030/010-sessions.ts'
import { votes } from './before-030/011-votes.ts'
import { playback } from './before-030/012-playback.ts'
import { timeline } from './before-030/013-timeline.ts'
import { lookups } from './before-030/014-lookups.ts'
import { managed } from './before-030/020-managed.ts'
import { pageCodes } from './before-030/021-page-codes.ts'
import { namesInOrder } from './before-030/022-names-in-order.ts'
import { shares } from './before-030/023-shares.ts'
import { servers } from './before-030/024-servers.ts'
import { roomForChanges } from './before-030/025-room-for-changes.ts'
import { knownNetworks } from './030-known-networks.ts'
import { devices } from './031-devices.ts'
import { passkeys } from './032-passkeys.ts'
import { passwordResets } from './033-password-resets.ts'
import { importsGoOn } from './034-imports-go-on.ts'
import { linksLast } from './035-links-last.ts'
import { playbacks } from './036-playbacks.ts'
import { sessionCodes } from './037-session-codes.ts'
import { guests } from './038-guests.ts'
import { bannedDevices } from './039-banned-devices.ts'
import { pictures } from './040-pictures.ts'
import { chat } from './041-chat.ts'
import { hostControls } from './042-host-controls.ts'
import { stages } from './043-stages.ts'
import { savedPlaylists } from './044-saved-playlists.ts'
import { deletedHosts } from './045-deleted-hosts.ts'
import { waitingSongs } from './046-waiting-songs.ts'
import { votersOfSongs } from './047-voters-of-songs.ts'
import { steadyScreensAndMutes } from './048-steady-screens-and-mutes.ts'
import { revocations } from './049-revocations.ts'

/** All migrations, in the order in which they run. */
export const migrations: readonly Migration[] = [
  people,
  accounts,
  music,
  sessions,
  votes,
  playback,
  timeline,
  lookups,
  managed,
  pageCodes,
  namesInOrder,
  shares,
  servers,
  roomForChanges,
  knownNetworks,
  devices,
  passkeys,
  passwordResets,
  importsGoOn,
  linksLast,
  playbacks,
  sessionCodes,
  guests,
  bannedDevices,
  pictures,
  chat,
  hostControls,
  stages,
  savedPlaylists,
  deletedHosts,
  waitingSongs,
  votersOfSongs,
  steadyScreensAndMutes,
  revocations,
]
