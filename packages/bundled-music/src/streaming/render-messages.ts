/** A message to the rendering thread: render and encode one block of a song. */
export type RenderRequest = { readonly requestId: number; readonly trackId: string; readonly block: number }

/** The answer of the rendering thread: the packets of the block, or why it could not be rendered. */
export type RenderResult =
  | { readonly requestId: number; readonly packets: ArrayBuffer }
  | { readonly requestId: number; readonly failure: string }
