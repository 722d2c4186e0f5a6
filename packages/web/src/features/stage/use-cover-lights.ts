import { useEffect, useState } from 'react'
import { loadCoverPixels } from '../../shared/ui/backdrop/cover-pixels.ts'
import { DEFAULT_LIGHTS, type Lights, lightsOf } from './cover-lights.ts'

/** Returns the lights for a cover. While a new cover loads, it returns the previous lights. */
export function useCoverLights(cover: string | null): Lights {
  const [lights, setLights] = useState(DEFAULT_LIGHTS)
  useEffect(() => {
    if (cover !== null) return loadCoverPixels(cover, (pixels) => setLights(lightsOf(pixels)))
    setLights(DEFAULT_LIGHTS)
    return undefined
  }, [cover])
  return lights
}
