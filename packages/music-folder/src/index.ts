export { openMusicFolder } from './music-folder.ts'
export { openPackets } from './packets/open-packets.ts'
