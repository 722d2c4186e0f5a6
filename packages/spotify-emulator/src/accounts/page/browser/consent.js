// Makes the consent page quicker to use; without it the server asks the same questions one by one.

/**
 * @template {Element} T
 * @param {string} selector @param {new () => T} kind
 * @returns {T}
 */
const find = (selector, kind) => {
  const found = document.querySelector(selector)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${selector}`)
}

const form = find('form', HTMLFormElement)
const someone = find('#someone', HTMLInputElement)
const typedName = find('input[name="name"]', HTMLInputElement)
const allow = find('button.allow', HTMLButtonElement)

// Not the focus: whoever goes on to the buttons by keyboard passes here, and has chosen already.
for (const meant of ['click', 'input']) {
  typedName.addEventListener(meant, () => {
    someone.checked = true
  })
}
form.addEventListener('change', ({ target }) => {
  if (target === someone) typedName.focus()
})
// Enter in the name field means Allow, not the first button of the form.
typedName.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.isComposing) return
  event.preventDefault()
  form.requestSubmit(allow)
})
