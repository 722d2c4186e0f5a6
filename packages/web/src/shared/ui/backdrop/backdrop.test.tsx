import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Backdrop } from './Backdrop.tsx'

let root: Root
let drawn: [from: string, width: number, height: number][]

/** An image that is loaded as soon as it has an address. */
class LoadedImage {
  onload: (() => void) | null = null
  #address = ''
  get src(): string {
    return this.#address
  }
  set src(address: string) {
    this.#address = address
    queueMicrotask(() => this.onload?.())
  }
}

beforeEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  drawn = []
  vi.stubGlobal('Image', LoadedImage)
  const context = {
    drawImage(from: LoadedImage | HTMLCanvasElement, _x: number, _y: number, width: number, height: number) {
      drawn.push([from instanceof LoadedImage ? from.src : `${from.width} px`, width, height])
    },
    fillRect() {},
    getImageData: () => ({ data: new Uint8ClampedArray() }),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const draw = (cover: string | null, mayBlur: boolean) =>
  act(async () => root.render(<Backdrop cover={cover} mayBlur={mayBlur} />))

describe('the background of a session (spec section 2)', () => {
  it('is the cover, drawn small and stretched, which blurs it', async () => {
    await draw('/cover.svg', true)
    expect(drawn).toEqual([
      ['/cover.svg', 14, 14],
      ['14 px', 112, 112],
    ])
    expect(document.querySelectorAll('canvas[data-drawn]')).toHaveLength(1)
  })

  it('is a colour if the provider does not allow a blur, and empty without a cover', async () => {
    await draw('/cover.svg', false)
    expect(document.querySelector('canvas')).toBeNull()
    expect(document.querySelector<HTMLElement>('[style]')?.style.backgroundColor).not.toBe('')
    await draw(null, true)
    expect(document.querySelector('canvas, [style]')).toBeNull()
  })
})
