import { setTimeout as pause } from 'node:timers/promises'
import { routes } from '@jointly/contract'

/**
 * Waits until the health check of a server answers 200. @throws an error after `withinMs`
 * @param everyMs the pause between two requests
 */
export async function waitUntilHealthy(origin: string, withinMs = 120_000, everyMs = 10): Promise<void> {
  const deadline = performance.now() + withinMs
  while (performance.now() < deadline) {
    const answer = await fetch(origin + routes.health.path).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return
    await pause(everyMs)
  }
  throw new Error(`${origin} did not become healthy within ${withinMs / 1000} s`)
}
