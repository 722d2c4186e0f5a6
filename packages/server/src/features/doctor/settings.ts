import { accessSync, constants, statSync } from 'node:fs'
import { isLoopback } from '@jointly/contract'
import type { Config } from '../../config.ts'
import { errorCode } from '../../platform/error-message.ts'
import { type Outcome, ok, problem, warning } from './finding.ts'

/**
 * Creates the check that finds settings which contradict each other. Each single setting is checked when the server
 * reads it.
 */
export async function checkSettings(config: Config): Promise<Outcome[]> {
  const found = [...originFindings(config), ...registrationFindings(config), ...musicFindings(config)]
  return found.length > 0 ? found : [ok('The settings fit together.')]
}

function originFindings({ host, publicOrigin, reach, metricsToken }: Config): Outcome[] {
  if (reach.by === 'this-machine') return []
  const found: Outcome[] = []
  if (publicOrigin === null)
    found.push(
      warning(
        `HOST is ${host}, so others reach this server, but PUBLIC_ORIGIN is not set: posters and links carry the address each person happens to use.`,
        'Set PUBLIC_ORIGIN to the address people open.',
      ),
    )
  else if (publicOrigin.startsWith('http:') && !isLoopback(new URL(publicOrigin).hostname))
    found.push(
      warning(
        'PUBLIC_ORIGIN is a plain http address: passwords travel unencrypted, and browsers do not install the app.',
        'Put a proxy with a certificate in front (docs/operating.md), and set PUBLIC_ORIGIN to its https address.',
      ),
    )
  if (metricsToken === null)
    found.push(
      warning(
        'METRICS_TOKEN is not set, so nobody can read /api/metrics.',
        'Set METRICS_TOKEN to a secret of 16 characters or more, for example from: openssl rand -hex 24',
      ),
    )
  return found
}

function registrationFindings({ reach, registration }: Config): Outcome[] {
  return reach.by !== 'this-machine' && registration === 'open'
    ? [
        warning(
          'REGISTRATION is open, so anyone who finds this server can create an account.',
          'Set REGISTRATION=ticket and give out tickets, unless you mean it.',
        ),
      ]
    : []
}

function musicFindings({ musicDir }: Config): Outcome[] {
  if (musicDir === null) return []
  try {
    accessSync(musicDir, constants.R_OK | constants.X_OK)
    if (statSync(musicDir).isDirectory()) return []
    return [problem(`MUSIC_DIR ${musicDir} is a file.`, 'Set MUSIC_DIR to the folder that holds your music.')]
  } catch (error) {
    return [
      problem(
        `MUSIC_DIR ${musicDir} cannot be read (${errorCode(error)}).`,
        'Check that the folder exists and that the user of the server may read it.',
      ),
    ]
  }
}
