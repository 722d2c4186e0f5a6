import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { root } from '../setup/install.js'
import { type Check, singleOutcome } from './check.ts'

const page = 'docs/spec-coverage.md'
/** Other pages with links to tests. */
const otherPages = ['docs/security.md', 'docs/asvs.md', 'SECURITY.md', 'PRIVACY.md']

/** Matches a row: `| 2.17 | statement | places | tests | deviation |` */
const tableRow =
  /^\| (?<id>\d\.\d+) \| (?<statement>.+?) \| (?<places>.*?) ?\| (?<tests>.*?) ?\| (?<deviation>.*?) ?\|$/gm
const rowStart = /^\| ?\d/gm
/** Matches a link: `[label](../path)`. The title of a test may follow: `[name](../path) “title”`. */
const reference = /\[(?<label>[^\]]+)\]\((?<path>[^)]+)\)(?: “(?<title>.+?)”)?/g

type Reference = { readonly label: string; readonly path: string; readonly title: string | undefined }

type Row = {
  readonly id: string
  readonly places: readonly Reference[]
  readonly tests: readonly Reference[]
  readonly deviations: readonly Reference[]
}

/** Access to the files of the project: whether a path exists, and the text of a file. */
export type Project = { exists(path: string): boolean; read(path: string): string }

/**
 * Compares docs/spec-coverage.md with the project: the named files must exist, have the name in the link, and contain the
 * named tests. No test runs.
 * @param text the text of docs/spec-coverage.md
 * @returns one sentence per problem, the number of rows, and how many of them deviate from the specification
 */
export function checkSpecCoverage(text: string, project: Project) {
  const rows = [...text.matchAll(tableRow)].map(({ groups = {} }) => rowOf(groups))
  const ids = rows.map(({ id }) => id)
  const unread = [...text.matchAll(rowStart)].length - rows.length
  const problems = [
    ...(rows.length === 0 ? [`${page} holds no row`] : []),
    ...(unread > 0 ? [`${page} has ${unread} rows that are not of five cells`] : []),
    ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id} is twice in ${page}`),
    ...rows.flatMap((row) => problemsOf(row, project).map((problem) => `${row.id} ${problem}`)),
  ]
  return {
    problems,
    rows: rows.length,
    deviating: rows.filter(({ deviations }) => deviations.length > 0).length,
  }
}

function rowOf({ id = '', places = '', tests = '', deviation = '' }: Record<string, string>): Row {
  return {
    id,
    places: referencesIn(places),
    tests: referencesIn(tests),
    deviations: referencesIn(deviation),
  }
}

function referencesIn(cell: string, folder = 'docs'): Reference[] {
  return [...cell.matchAll(reference)].map(({ groups = {} }) => ({
    label: groups.label ?? '',
    // The path is joined with the folder of the page, because links are relative to the page.
    path: posix.join(folder, groups.path ?? ''),
    title: groups.title?.replaceAll('\\|', '|'),
  }))
}

function problemsOf({ places, tests, deviations }: Row, project: Project): string[] {
  const references = [...places, ...tests, ...deviations]
  return [
    ...(places.length === 0 && deviations.length === 0 ? ['names no place'] : []),
    ...(tests.length === 0 && deviations.length === 0 ? ['has neither a test nor a decision'] : []),
    ...missingFiles(references, project),
    ...wrongLabels(references),
    ...tests
      .filter(({ path }) => !/\.(?:test\.tsx?|e2e\.ts)$/.test(path))
      .map(({ path }) => `names ${path}, which is no test`),
    ...deviations
      .filter(({ path }) => !path.startsWith('docs/decisions/'))
      .map(({ path }) => `names ${path}, which is no decision`),
    ...missingTitles(tests, project),
  ]
}

/**
 * Checks the links of another page: each file must exist, have the name in the link, and contain the title after the link.
 * @param path the path of the page; its links are relative to it
 * @returns one sentence per problem
 */
export function checkLinks(path: string, text: string, project: Project): string[] {
  const references = linksIn(path, text)
  return [
    ...missingFiles(references, project),
    ...wrongLabels(references),
    ...missingTitles(references, project),
  ].map((problem) => `${path} ${problem}`)
}

/** Lists the links of a page to files of the project, without their anchors. */
function linksIn(page: string, text: string): Reference[] {
  return referencesIn(text.replaceAll(/\]\((?:#|https?:)[^)]*\)/g, ']'), posix.dirname(page)).map(
    ({ path, ...link }) => ({ ...link, path: path.replace(/#.*$/, '') }),
  )
}

function missingFiles(references: readonly Reference[], project: Project): string[] {
  return references
    .filter(({ path }) => !project.exists(path))
    .map(({ path }) => `names ${path}, which is not there`)
}

/** Finds labels that are the name of a file, but not of the linked one. */
function wrongLabels(references: readonly Reference[]): string[] {
  return references
    .filter(({ label, path }) => /\.\w+$/.test(label) && posix.basename(label) !== posix.basename(path))
    .map(({ label, path }) => `calls ${path} “${label}”`)
}

function missingTitles(references: readonly Reference[], project: Project): string[] {
  return references
    .filter(
      ({ path, title }) =>
        title !== undefined && project.exists(path) && !hasTitle(project.read(path), title),
    )
    .map(({ path, title }) => `names “${title}”, which ${path} does not hold`)
}

function hasTitle(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
}

/**
 * Checks that each statement of the specification has a link to code and a link to a test, or a decision to deviate.
 */
export const specCoverage: Check = {
  name: 'spec',
  async run() {
    const text = await readFile(join(root, page), 'utf8')
    const others = await Promise.all(
      otherPages.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const),
    )
    const named = [...referencesIn(text), ...others.flatMap(([path, other]) => linksIn(path, other))]
    const sources = await sourcesOf(named)
    const project: Project = {
      exists: (path) => existsSync(join(root, path)),
      read: (path) => sources.get(path) ?? '',
    }
    const { problems: ofRows, rows, deviating } = checkSpecCoverage(text, project)
    const problems = [...ofRows, ...others.flatMap(([path, other]) => checkLinks(path, other, project))]
    const outcome = singleOutcome(problems.length === 0, problems.join('\n'))
    return { ...outcome, note: `${rows} statements, ${deviating} deviate` }
  },
}

/** Reads each linked file once. */
async function sourcesOf(references: readonly Reference[]): Promise<ReadonlyMap<string, string>> {
  const paths = new Set(references.flatMap(({ path, title }) => (title === undefined ? [] : [path])))
  const read = [...paths].map(
    async (path) => [path, await readFile(join(root, path), 'utf8').catch(() => '')] as const,
  )
  return new Map(await Promise.all(read))
}
