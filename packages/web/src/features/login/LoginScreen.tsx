export function LoginScreen() {
  return <p>login</p>
}
