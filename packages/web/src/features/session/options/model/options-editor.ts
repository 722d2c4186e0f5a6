import type { Answer, Options, OptionsBody } from '@jointly/contract'
import type { FailedAnswer } from '../../../../shared/api/error-text.ts'
import type { ButtonState } from '../../../../shared/ui/buttons/Button.tsx'
import { afterSave, beginEdit, changeDraft, changedSections, type Edit, rebase } from './edit.ts'
import { bodyOf, pickSections, type Sections } from './sections.ts'

/** After a save, the button shows the success for this number of milliseconds. */
const SUCCESS_SHOWN_MS = 4000

export type OptionsState = {
  /** The options with the person's changes. Null until they are loaded. */
  readonly edit: Edit | null
  /** Why the options could not be loaded. Null if there was no failure. */
  readonly failed: FailedAnswer | null
  readonly saving: ButtonState
  /** The last save, if the server refused it. Otherwise null. */
  readonly refused: FailedSave | null
}

export type FailedSave = { readonly answer: FailedAnswer; readonly sent: Sections }

export type OptionsEditorDependencies = {
  load(signal: AbortSignal): Promise<Answer<Options>>
  save(body: OptionsBody): Promise<Answer<Options>>
  after(delayMs: number, run: () => void): () => void
  onChange(state: OptionsState): void
}

export type OptionsEditor = {
  /** Fetches the options. Unsaved changes stay. */
  load(): Promise<void>
  change(sections: Sections): void
  /** Removes all changes, including the changes that can no longer be saved. */
  discard(): void
  /** Sends the changed sections. @returns true if all changes that can be saved are now saved */
  save(): Promise<boolean>
  close(): void
}

export const nothingLoaded: OptionsState = { edit: null, failed: null, saving: 'default', refused: null }

/**
 * Loads, edits and saves the options of a session. Unsaved changes stay when newer options arrive, when the
 * server refuses a save, or when the person loses a role (R4).
 * @param initialEdit unsaved changes from before the layout changed; null if there are none
 */
export function createOptionsEditor(
  dependencies: OptionsEditorDependencies,
  initialEdit: Edit | null,
): OptionsEditor {
  let state: OptionsState = { ...nothingLoaded, edit: initialEdit }
  let isClosed = false
  let request = new AbortController()
  let cancelSuccess = () => {}

  function update(next: Partial<OptionsState>): void {
    if (isClosed) return
    state = { ...state, ...next }
    dependencies.onChange(state)
  }

  async function load(): Promise<void> {
    request.abort()
    request = new AbortController()
    const { signal } = request
    const answer = await dependencies.load(signal)
    if (signal.aborted) return
    const { edit } = state
    if (answer.ok) update({ edit: applyLoaded(edit, answer.value), failed: null })
    // The person may no longer see the options. The unsaved changes stay, because the person may get the right
    // again.
    else if (edit && answer.error.code === 'forbidden')
      update({ edit: rebase(edit, { version: edit.loaded.version, managed: edit.loaded.managed }) })
    else if (edit === null) update({ failed: answer })
  }

  /** After a refused save, loads the current options. They are shown together with the message about the refusal. */
  async function loadCurrent({ error }: FailedAnswer): Promise<void> {
    if ('current' in error && error.current) update({ edit: applyLoaded(state.edit, error.current) })
    else if (error.code === 'stale' || error.code === 'forbidden') await load()
  }

  async function save(): Promise<boolean> {
    const { edit, saving } = state
    if (edit === null || saving === 'loading') return false
    const sent = pickSections(edit.draft, changedSections(edit))
    if (Object.keys(sent).length === 0) return true
    cancelSuccess()
    request.abort()
    update({ saving: 'loading', refused: null })
    const answer = await dependencies.save(bodyOf(edit.loaded.version, sent))
    if (isClosed) return answer.ok
    if (!answer.ok) {
      await loadCurrent(answer)
      update({ saving: 'failed', refused: { answer, sent } })
      return false
    }
    const after = afterSave(state.edit ?? edit, sent, answer.value)
    update({ edit: after, saving: 'success' })
    cancelSuccess = dependencies.after(SUCCESS_SHOWN_MS, () => update({ saving: 'default' }))
    return changedSections(after).length === 0
  }

  return {
    load,
    save,
    change(sections) {
      if (state.edit) update({ edit: changeDraft(state.edit, sections), ...resetResult() })
    },
    discard() {
      if (state.edit) update({ edit: beginEdit(state.edit.loaded), refused: null, ...resetResult() })
    },
    close() {
      isClosed = true
      request.abort()
      cancelSuccess()
    },
  }

  /**
   * Returns the state without the result of the last save, because the person edits again. A running save continues.
   */
  function resetResult(): Partial<OptionsState> {
    return state.saving === 'loading' ? {} : { saving: 'default' }
  }
}

/** Applies newly loaded options to the edit. Options with an older version are ignored. */
function applyLoaded(edit: Edit | null, loaded: Options): Edit {
  if (edit === null) return beginEdit(loaded)
  return loaded.version < edit.loaded.version ? edit : rebase(edit, loaded)
}
