/** Why the server cannot start, as one line for the operator. Everything else that is thrown is a surprise. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
