import type { Answer, GuestAnswer } from '@jointly/contract'
import { call } from '../../shared/api/call.ts'
import { storedGuest, storeGuest } from '../../shared/browser/guest.ts'
import { requestListening } from '../../shared/browser/sound/listen-request.ts'
import { signIn } from '../../shared/store/store.ts'

/** Joins an open session as the guest of this device and stores the person (G1, G3). A refusal changes nothing. */
export async function joinAsGuest(nickname: string, ssid: string): Promise<Answer<GuestAnswer>> {
  requestListening(ssid)
  const device = storedGuest()?.device
  const answer = await call('joinAsGuest', { body: { nickname, ssid, ...(device && { device }) } })
  if (!answer.ok) return answer
  storeGuest({ device: answer.value.device, nickname, ssid })
  signIn(answer.value)
  return answer
}
