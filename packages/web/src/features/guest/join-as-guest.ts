import type { Answer, GuestAnswer } from '@jointly/contract'
import { call } from '../../shared/api/call.ts'
import { storedGuest, storeGuest } from '../../shared/browser/guest.ts'
import { requestListening } from '../../shared/browser/sound/listen-request.ts'
import { signIn } from '../../shared/store/store.ts'

/**
 * Lets the guest of this device join an open session, and stores the person (G1, G3). After a refusal, nothing is
 * stored.
 */
export async function joinAsGuest(nickname: string, ssid: string): Promise<Answer<GuestAnswer>> {
  requestListening(ssid)
  const device = storedGuest()?.device
  const answer = await call('joinAsGuest', { body: { nickname, ssid, ...(device && { device }) } })
  if (!answer.ok) return answer
  storeGuest({ device: answer.value.device, nickname, ssid })
  signIn(answer.value)
  return answer
}
