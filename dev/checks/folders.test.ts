import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../setup/install.js'

const MAX_FILES = 25

it('folders of code have at most 25 files', () => {
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name, 'src'))
  const files = ['dev', 'bench', ...packages].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.parentPath.includes('node_modules'),
    ),
  )
  const counts = Map.groupBy(files, ({ parentPath }) => parentPath)
  const large = [...counts].filter(([, { length }]) => length > MAX_FILES)
  expect(large.map(([folder, { length }]) => `${folder}: ${length} files`)).toEqual([])
})
