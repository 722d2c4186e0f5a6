import { accessSync, constants, statSync } from 'node:fs'
import { isLoopback } from '@jointly/contract'
import type { Config } from '../../config.ts'
import { errorCode } from '../../platform/error-message.ts'
import { type Outcome, ok, problem, warning } from './finding.ts'
import { settingsTexts } from './texts/settings-texts.ts'

/**
 * Creates the check that finds settings which contradict each other. Each single setting is checked when the server
 * reads it.
 */
export async function checkSettings(config: Config): Promise<Outcome[]> {
  const found = [...originFindings(config), ...registrationFindings(config), ...musicFindings(config)]
  return found.length > 0 ? found : [ok(settingsTexts.good)]
}

function originFindings({ host, publicOrigin, reach, homeAddress, metricsToken }: Config): Outcome[] {
  if (reach.by === 'this-machine') return []
  const found: Outcome[] = []
  if (publicOrigin === null) {
    // With `--lan`, links have the home address (J8).
    if (homeAddress === null) found.push(warning(settingsTexts.originMissing(host), settingsTexts.setOrigin))
  } else if (publicOrigin.startsWith('http:') && !isLoopback(new URL(publicOrigin).hostname))
    found.push(warning(settingsTexts.originUnencrypted, settingsTexts.useCertificate))
  if (metricsToken === null)
    found.push(warning(settingsTexts.metricsTokenMissing, settingsTexts.setMetricsToken))
  return found
}

function registrationFindings({ reach, registration }: Config): Outcome[] {
  return reach.by !== 'this-machine' && registration === 'open'
    ? [warning(settingsTexts.registrationOpen, settingsTexts.useTickets)]
    : []
}

function musicFindings({ musicDir }: Config): Outcome[] {
  if (musicDir === null) return []
  try {
    accessSync(musicDir, constants.R_OK | constants.X_OK)
    if (statSync(musicDir).isDirectory()) return []
    return [problem(settingsTexts.musicDirIsFile(musicDir), settingsTexts.setMusicDir)]
  } catch (error) {
    return [
      problem(settingsTexts.musicDirUnreadable(musicDir, errorCode(error)), settingsTexts.allowMusicDir),
    ]
  }
}
