import type { Account } from '@jointly/contract'
import type { StoredAccount } from './account-store.ts'

/** Converts a linked account to what the client sees, without the refresh token (L2). */
export function presentAccount(
  account: Pick<StoredAccount, 'id' | 'name' | 'accessToken' | 'validUntilSec' | 'status'>,
  providerName: string,
  selectedPlaylists = 0,
): Account {
  return {
    id: account.id,
    service: 'spotify',
    access_token: account.accessToken,
    refresh_token: '',
    valid_until: account.validUntilSec,
    selected_playlists: selectedPlaylists,
    title: providerName,
    detail: account.name,
    name: account.name,
    status: account.status,
  }
}
