import { GuestAnswer, GuestName, GuestUpgrade, NewGuest, User } from '../entities/user.ts'
import type { Route } from '../route.ts'
import { EmptyAnswer, privateCall, publicCall } from './access.ts'

/** Routes for guests, who have a token and a nickname but no account (G1–G9). */
export const guestRoutes = {
  joinAsGuest: {
    ...publicCall('POST', '/api/guest/'),
    summary: 'Join an open session as a guest',
    body: NewGuest,
    answer: GuestAnswer,
  },
  upgradeGuest: {
    ...privateCall('PUT', '/api/guest/'),
    summary: 'Make an account of the own guest; every other login ends',
    body: GuestUpgrade,
    answer: User,
  },
  renameGuest: {
    ...privateCall('PUT', '/api/guest/nickname'),
    summary: 'Change the nickname of the own guest',
    body: GuestName,
    answer: User,
  },
  deleteGuest: {
    ...privateCall('DELETE', '/api/guest/'),
    summary: 'Delete the own guest',
    answer: EmptyAnswer,
  },
} as const satisfies Record<string, Route>
