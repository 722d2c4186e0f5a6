import { toneLibrary } from '../testing/tone-library.ts'
export const bundledLibrary = toneLibrary
