import { useEffect, useState } from 'react'
import { DEFAULT_LIGHTS, type Lights, lightsOf } from './cover-lights.ts'

const EDGE_PX = 16

/** Returns the lights for a cover. While the cover loads, the previous lights stay. */
export function useCoverLights(cover: string | null): Lights {
  const [lights, setLights] = useState(DEFAULT_LIGHTS)
  useEffect(() => {
    if (cover === null) return setLights(DEFAULT_LIGHTS)
    const image = new Image()
    image.crossOrigin = 'anonymous'
    image.onload = () => setLights(lightsOf(pixelsOf(image)))
    image.src = cover
    return () => {
      image.onload = null
    }
  }, [cover])
  return lights
}

/** Returns the pixels of a small copy of the cover. Empty if the server of the cover does not let scripts read it. */
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
