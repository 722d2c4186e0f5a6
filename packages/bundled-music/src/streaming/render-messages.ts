/** A message to the rendering thread: render and encode one block of a song. */
export type RenderRequest = { readonly requestId: number; readonly trackId: string; readonly block: number }

/** A message from the rendering thread, with the packets of the block. */
export type RenderResult =
  | { readonly requestId: number; readonly packets: ArrayBuffer }
  | { readonly requestId: number; readonly failure: string }
