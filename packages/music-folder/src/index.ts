export { openMusicFolder } from './music-folder.ts'
