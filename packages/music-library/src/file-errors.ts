/** An error after which another attempt can succeed. It says nothing about the file. */
export class TemporaryError extends Error {
  override name = 'TemporaryError'
}

/**
 * Returns whether the file system caused an error, for example with a missing permission or a drive that does not answer.
 * A broken file causes other errors.
 */
export const isFileSystemError = (error: unknown): error is Error & { readonly syscall: unknown } =>
  error instanceof Error && 'syscall' in error
