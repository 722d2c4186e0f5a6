const EDGE_PX = 16

/**
 * Loads a cover and reads the pixels of a small copy of it.
 * @param onPixels gets red, green, blue and alpha of each pixel, one byte each; empty if the server of the cover does
 * not let scripts read it
 * @returns a function that cancels the call of `onPixels`
 */
export function loadCoverPixels(cover: string, onPixels: (pixels: ArrayLike<number>) => void): () => void {
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.onload = () => onPixels(pixelsOf(image))
  image.src = cover
  return () => {
    image.onload = null
  }
}

function pixelsOf(image: HTMLImageElement): ArrayLike<number> {
  const canvas = document.createElement('canvas')
  canvas.width = EDGE_PX
  canvas.height = EDGE_PX
  const context = canvas.getContext('2d')
  context?.drawImage(image, 0, 0, EDGE_PX, EDGE_PX)
  try {
    return context?.getImageData(0, 0, EDGE_PX, EDGE_PX).data ?? []
  } catch {
    return []
  }
}
