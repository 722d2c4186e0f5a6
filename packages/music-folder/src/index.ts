export { openMusicFolder } from './music-folder.ts'
export { openPackets } from './packets/open-packets.ts'
export { byteFile } from './packets/read-file.ts'
