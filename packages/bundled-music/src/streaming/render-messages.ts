/** What the server's thread and the rendering thread say to each other. */
export type RenderRequest = { readonly requestId: number; readonly trackId: string; readonly block: number }
export type RenderAnswer =
  | { readonly requestId: number; readonly samples: ArrayBuffer }
  | { readonly requestId: number; readonly failure: string }

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

export function parseRenderRequest(message: unknown): RenderRequest {
  if (isRecord(message)) {
    const { requestId, trackId, block } = message
    if (typeof requestId === 'number' && typeof trackId === 'string' && typeof block === 'number')
      return { requestId, trackId, block }
  }
  throw new TypeError('not a render request')
}

export function parseRenderAnswer(message: unknown): RenderAnswer {
  if (isRecord(message) && typeof message.requestId === 'number') {
    const { requestId, samples, failure } = message
    if (samples instanceof ArrayBuffer) return { requestId, samples }
    if (typeof failure === 'string') return { requestId, failure }
  }
  throw new TypeError('not a render answer')
}
