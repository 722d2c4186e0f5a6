import type { Answer, Options, OptionsBody } from '@jointly/contract'
import type { Refusal } from '../../../../shared/api/error-text.ts'
import type { ButtonState } from '../../../../shared/ui/buttons/Button.tsx'
import { afterSave, beginEdit, change, changedIn, type Edit, rebase } from './edit.ts'
import { bodyOf, pick, type Sections } from './sections.ts'

/** How long the button shows that the options were saved, in milliseconds. */
const SUCCESS_SHOWN_MS = 1500

export type OptionsState = {
  /** The loaded options with the own changes; null until they are here. */
  readonly edit: Edit | null
  /** Why they could not be loaded. */
  readonly failed: Refusal | null
  readonly saving: ButtonState
  /** Why the last save was refused, and what it had sent. */
  readonly refused: RefusedSave | null
}

export type RefusedSave = { readonly answer: Refusal; readonly sent: Sections }

export type DeskPorts = {
  load(signal: AbortSignal): Promise<Answer<Options>>
  save(body: OptionsBody): Promise<Answer<Options>>
  after(delayMs: number, run: () => void): () => void
  changed(state: OptionsState): void
}

export type OptionsDesk = {
  /** Fetches the options, or a newer copy of them under the own changes. */
  load(): Promise<void>
  change(sections: Sections): void
  /** Takes all own changes back, those that can no longer be saved as well. */
  discard(): void
  /** Sends the changed sections. @returns whether nothing is left to save */
  save(): Promise<boolean>
  close(): void
}

export const nothingLoaded: OptionsState = { edit: null, failed: null, saving: 'default', refused: null }

/**
 * Holds a session's options while they are edited. A newer copy never takes own changes away (R4): not a change by
 * someone else, not a refused save, not the loss of a role.
 *
 * @param kept changes of before, when the screen moved to the other shell
 */
export function createOptionsDesk(ports: DeskPorts, kept: Edit | null): OptionsDesk {
  let state: OptionsState = { ...nothingLoaded, edit: kept }
  let isClosed = false
  let request = new AbortController()
  let cancelSuccess = () => {}

  function become(next: Partial<OptionsState>): void {
    if (isClosed) return
    state = { ...state, ...next }
    ports.changed(state)
  }

  async function load(): Promise<void> {
    request.abort()
    request = new AbortController()
    const { signal } = request
    const answer = await ports.load(signal)
    if (signal.aborted) return
    const { edit } = state
    if (answer.ok) become({ edit: onto(edit, answer.value), failed: null })
    // Whoever may see nothing at all still keeps what they were about to say.
    else if (edit && answer.error.code === 'forbidden')
      become({ edit: rebase(edit, { version: edit.loaded.version, managed: edit.loaded.managed }) })
    else if (edit === null) become({ failed: answer })
  }

  /** An answer that was overtaken by a newer one is old news. */
  function onto(edit: Edit | null, loaded: Options): Edit {
    if (edit === null) return beginEdit(loaded)
    return loaded.version < edit.loaded.version ? edit : rebase(edit, loaded)
  }

  /** The others' copy comes before the words about it, so that both appear together. */
  async function catchUp({ error }: Refusal): Promise<void> {
    if ('current' in error && error.current) become({ edit: onto(state.edit, error.current) })
    else if (error.code === 'stale' || error.code === 'forbidden') await load()
  }

  async function save(): Promise<boolean> {
    const { edit, saving } = state
    if (edit === null || saving === 'loading') return false
    const sent = pick(edit.draft, changedIn(edit))
    if (Object.keys(sent).length === 0) return true
    cancelSuccess()
    request.abort()
    become({ saving: 'loading', refused: null })
    const answer = await ports.save(bodyOf(edit.loaded.version, sent))
    if (isClosed) return answer.ok
    if (!answer.ok) {
      await catchUp(answer)
      become({ saving: 'failed', refused: { answer, sent } })
      return false
    }
    const after = afterSave(state.edit ?? edit, sent, answer.value)
    become({ edit: after, saving: 'success' })
    cancelSuccess = ports.after(SUCCESS_SHOWN_MS, () => become({ saving: 'default' }))
    return changedIn(after).length === 0
  }

  return {
    load,
    save,
    change(sections) {
      if (state.edit) become({ edit: change(state.edit, sections), ...settled() })
    },
    discard() {
      if (state.edit) become({ edit: beginEdit(state.edit.loaded), refused: null, ...settled() })
    },
    close() {
      isClosed = true
      request.abort()
      cancelSuccess()
    },
  }

  /** A finished save is over once something else is done; a running one is not. */
  function settled(): Partial<OptionsState> {
    return state.saving === 'loading' ? {} : { saving: 'default' }
  }
}
