/** A message to the rendering thread: render one block of a song. */
export type RenderRequest = { readonly requestId: number; readonly trackId: string; readonly block: number }

/** A message from the rendering thread. */
export type RenderResult =
  | { readonly requestId: number; readonly samples: ArrayBuffer }
  | { readonly requestId: number; readonly failure: string }
