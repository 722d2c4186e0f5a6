// Makes the consent page quicker to use; without it the server asks the same questions one by one.
const form = document.querySelector('form')
const confirmation = document.getElementById('confirm')
const someone = form.querySelector('input[name="person"][value="new"]')
const name = form.querySelector('input[name="name"]')

const showConfirmation = () => {
  const chosen = form.querySelector('input[name="person"]:checked')
  confirmation.hidden = !chosen?.hasAttribute('data-taken')
  if (confirmation.hidden) confirmation.querySelector('input').checked = false
}

name.addEventListener('focus', () => {
  someone.checked = true
  showConfirmation()
})
form.addEventListener('change', (event) => {
  if (event.target === someone) name.focus()
  showConfirmation()
  if (event.target.name === 'person' && !confirmation.hidden) confirmation.scrollIntoView({ block: 'center' })
})
// Enter in the name field means Allow, not the first button of the form.
name.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.isComposing) return
  event.preventDefault()
  form.requestSubmit(form.querySelector('button.allow'))
})
showConfirmation()
