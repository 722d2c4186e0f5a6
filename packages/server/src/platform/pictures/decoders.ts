import sharp from 'sharp'

// Only four formats are decoded, because each decoder is code that a hostile file could attack. Drawings (SVG)
// come only from the built-in provider. The first bytes of a file from a person are checked before it is
// decoded.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
})
// Caching would only use memory, because the same file rarely comes twice.
sharp.cache(false)
// Each picture uses one thread, so that the other processors stay free for other work.
sharp.concurrency(1)

/** The picture library with the settings of this file. */
export { sharp }
