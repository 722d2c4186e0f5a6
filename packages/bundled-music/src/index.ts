export { bundledLibrary } from './bundled-library.ts'
export { bundledCatalogue } from './catalogue/catalogue.ts'
export { drawnPicture, drawnPlaylistPicture } from './covers/drawn-picture.ts'
