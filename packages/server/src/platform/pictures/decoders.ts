import sharp from 'sharp'

// Other formats are never decoded, because each decoder is code that a hostile file could attack. Drawings (SVG) come
// only from the built-in provider; files of people are checked by their first bytes before.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
})
// The same file rarely comes twice, and its pixels would stay in memory.
sharp.cache(false)
// One thread for a picture leaves the other processors to everyone else.
sharp.concurrency(1)

/** The library for pictures, which decodes only the formats that are needed. */
export { sharp }
