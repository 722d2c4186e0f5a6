export function CallbackScreen() {
  return <p>c</p>
}
