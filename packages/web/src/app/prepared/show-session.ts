import { openingAddress } from '@jointly/contract/addresses'
import { fetchEarly } from '../../shared/api/early-answer.ts'
import { hasSidePanel, windowLayout } from '../../shared/browser/layout/window-layout.ts'
import { preparedPlace } from '../../shared/browser/prepared-screen.ts'

/** What the prepared session shows. `song` is null while nothing plays. */
type SessionPreview = { title: string; mayPause: boolean; song: Song | null }
type Song = { title: string; artists: string; cover: string | null }

/** The roles that have a button for pausing (H8). */
const PAUSING: readonly unknown[] = ['owner', 'manager', 'operator']

/**
 * Fetches a session, and shows its title, song and cover until the app has loaded (J11). The app uses the same
 * answer. Nothing is shown if the person may not enter, if something fails, or if the app has loaded already.
 *
 * @returns resolves when the cover is on the screen, or when it is certain that no cover will be shown
 */
export async function showSession(ssid: string, token: string): Promise<void> {
  const answer = fetchEarly(openingAddress(ssid), token)
  const template = document.querySelector<HTMLTemplateElement>('template[data-styles]')
  if (!template) return
  try {
    const styles = Promise.all((template.dataset.styles ?? '').split(' ').filter(Boolean).map(loadStyle))
    const response = await answer
    const shown = response.ok ? shownIn(await response.json()) : null
    if (shown === null) return
    const page = document.importNode(template.content, true)
    fill(page, shown)
    await styles
    const image = page.querySelector<HTMLImageElement>('img[src]')
    preparedPlace()?.append(page)
    if (image) await drawn(image)
  } catch {
    // Nothing is shown. The app makes the same call again and shows the error.
  }
}

/**
 * Resolves when an image of the page is on the screen. Chromium reports this for an image with `elementtiming`. In other
 * browsers, the image is at least passed on for drawing when the second frame begins.
 */
async function drawn(image: HTMLImageElement): Promise<void> {
  await image.decode()
  if (PerformanceObserver.supportedEntryTypes.includes('element'))
    await new Promise((resolve) =>
      new PerformanceObserver(resolve).observe({ type: 'element', buffered: true }),
    )
  else for (const _ of ['first', 'second']) await new Promise((resolve) => requestAnimationFrame(resolve))
}

/** Loads a style sheet of the app. After a failure the link is removed, so that the app loads it again. */
const loadStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(href))
    }
    document.head.append(link)
  })

/**
 * Writes the title and the song of the session into a copy of the prepared page and starts to load the cover. Parts
 * that the window has no room for, or that the role of the person does not allow, are removed.
 */
function fill(page: DocumentFragment, { title, mayPause, song }: SessionPreview): void {
  const slot = (name: string) => page.querySelector<HTMLElement>(`[data-slot="${name}"]`)
  const write = (name: string, text: string) => slot(name)?.replaceChildren(text)
  const hasSide = hasSidePanel()
  if (windowLayout() === 'desktop') slot('shell')?.setAttribute('data-desktop', '')
  else slot('pane')?.remove()
  if (hasSide) slot('session')?.setAttribute('data-side', '')
  slot(hasSide ? 'drawer' : 'side')?.remove()
  write('title', title)
  if (!mayPause) slot('pause')?.remove()
  if (song === null) return slot('stage')?.remove()
  write('song', song.title)
  write('artists', song.artists)
  const image = slot('cover')
  if (song.cover === null) return image?.remove()
  image?.setAttribute('fetchpriority', 'high')
  image?.setAttribute('elementtiming', 'cover')
  image?.setAttribute('src', song.cover)
}

/**
 * Reads from the answer of the server what to show. Null if the answer is no session. The app checks the whole answer
 * later.
 */
function shownIn(answer: unknown): SessionPreview | null {
  const title = textOf(field(field(answer, 'session'), 'title'))
  const song = field(field(answer, 'nowPlaying'), 'song')
  if (title === null) return null
  return {
    title,
    mayPause: PAUSING.includes(field(field(answer, 'you'), 'role')),
    song: song === null ? null : songIn(song),
  }
}

function songIn(song: unknown): Song {
  const artists = field(song, 'artists')
  return {
    title: textOf(field(song, 'title')) ?? '',
    artists: Array.isArray(artists) ? artists.map((artist) => textOf(field(artist, 'name'))).join(', ') : '',
    cover: textOf(field(song, 'cover')),
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function field(value: unknown, name: string): unknown {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return entries.find(([key]) => key === name)?.[1]
}
