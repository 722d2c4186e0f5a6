import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

/** Creates a project whose `npm` installs nothing. @returns the path of a script that needs the pinned Node */
function projectWithoutNode(): { script: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'jointly-install-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const fill = (name: string, content: string) => writeFileSync(join(folder, name), content)
  for (const name of ['bin', 'dev', 'dev/setup']) mkdirSync(join(folder, name))
  copyFileSync(fileURLToPath(new URL('install.js', import.meta.url)), join(folder, 'dev/setup/install.js'))
  fill('package.json', JSON.stringify({ type: 'module' }))
  fill('package-lock.json', JSON.stringify({ packages: { 'node_modules/node': { version: '24.0.0' } } }))
  fill('bin/npm', '#!/bin/sh\n')
  chmodSync(join(folder, 'bin/npm'), 0o755)
  fill(
    'dev/start.js',
    "import { underPinnedNode } from './setup/install.js'\nawait underPinnedNode(import.meta.url)\n",
  )
  return { script: join(folder, 'dev/start.js'), path: join(folder, 'bin') }
}

it.skipIf(process.platform === 'win32')(
  'a start says what to do if npm did not run the install script of Node',
  async () => {
    const { script, path } = projectWithoutNode()
    const child = spawn(process.execPath, [script], {
      env: { PATH: `${path}${delimiter}${process.env.PATH ?? ''}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [printed] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect([printed, child.exitCode]).toEqual([
      'npm did not run the install script of the package "node": set ignore-scripts=false and start again.\n',
      1,
    ])
  },
)
