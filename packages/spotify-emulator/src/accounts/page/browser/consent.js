// Makes the consent page faster to use. The page also works without this script.

/**
 * Finds an element of the page.
 * @template {Element} T
 * @param {string} selector @param {new () => T} kind the class of the element
 * @returns {T}
 * @throws when the page has no such element
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

// A click into the name field, or typing in it, selects its option. The focus event does not select the option,
// because people with a keyboard move the focus through this field to the buttons.
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
