// Makes the consent page faster to use. The page also works without this script.

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

// Typing a name or clicking the field chooses the option with the typed name. The focus event does not, because
// people who use the keyboard pass through this field on the way to the buttons.
for (const event of ['click', 'input']) {
  typedName.addEventListener(event, () => {
    someone.checked = true
  })
}
form.addEventListener('change', ({ target }) => {
  if (target === someone) typedName.focus()
})
// Enter in the name field presses Allow, because it would otherwise press the first button of the form.
typedName.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.isComposing) return
  event.preventDefault()
  form.requestSubmit(allow)
})
