import type { Answer, GuestAnswer } from '@jointly/contract'
import { call } from '../../shared/api/call.ts'
import { storedDevice, storeGuest } from '../../shared/browser/stored-guest.ts'
import { requestListening } from '../../shared/browser/sound/listen-request.ts'
import { signIn } from '../../shared/store/store.ts'

/**
 * Adds the guest of this device to an open session, and stores the guest's login (G1, G3). If the server refuses,
 * nothing is stored.
 */
export async function joinAsGuest(nickname: string, ssid: string): Promise<Answer<GuestAnswer>> {
  requestListening(ssid)
  const device = storedDevice()
  const answer = await call('joinAsGuest', { body: { nickname, ssid, ...(device && { device }) } })
  if (!answer.ok) return answer
  storeGuest({ device: answer.value.device, nickname, ssid })
  signIn(answer.value)
  return answer
}
