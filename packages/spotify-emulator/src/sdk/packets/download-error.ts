/**
 * An error that means that a download failed, so another attempt can succeed. The player script knows it by its name.
 */
export class DownloadError extends Error {
  override readonly name = 'DownloadError'
}
