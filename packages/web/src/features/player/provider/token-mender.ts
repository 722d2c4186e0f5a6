import type { TokenDesk } from './token-desk.ts'

/** A token that could not be replaced is tried again this often. */
const AGAIN_MS = 30_000

export type TokenMenderPorts = {
  desk: Pick<TokenDesk, 'token' | 'replace'>
  after(delayMs: number, run: () => void): () => void
  /** Whether a token is still needed. */
  isWanted(): boolean
  /** There is another token now. */
  came(): void
}

/** Replaces the token after the provider's player was refused with it, until another comes or none is wanted (L9). */
export function createTokenMender({ desk, after, isWanted, came }: TokenMenderPorts): () => void {
  let isBusy = false
  async function mend(): Promise<void> {
    const replaced = await desk.replace(desk.token())
    if (replaced === 'later' && isWanted()) return void after(AGAIN_MS, () => void mend())
    isBusy = false
    if (replaced === 'new') came()
  }
  return () => {
    if (isBusy) return
    isBusy = true
    void mend()
  }
}
