import * as z from 'zod/mini'
import {
  ActiveLogin,
  Login,
  LoginAnswer,
  NewPassword,
  PICTURE_MAX_BYTES,
  PublicUser,
  Registration,
  TicketCode,
  User,
} from '../entities/user.ts'
import { EpochMs, UserId } from '../primitives.ts'
import type { Route } from '../route.ts'
import { EmptyAnswer, accountCall, privateCall, publicCall } from './access.ts'

const ByCode = z.object({ code: z.string().check(z.minLength(1), z.maxLength(100)) })

/** Routes for users: registration, login and tickets. */
export const userRoutes = {
  login: {
    ...publicCall('POST', '/api/user/'),
    summary: 'Log in',
    body: Login,
    answer: LoginAnswer,
  },
  register: {
    ...publicCall('PUT', '/api/user/'),
    summary: 'Create an account',
    body: Registration,
    answer: LoginAnswer,
  },
  user: {
    ...privateCall('GET', '/api/user/'),
    summary: 'A person by id; oneself in full',
    query: z.object({ userID: z.optional(UserId) }),
    answer: z.union([User, PublicUser]),
  },
  deleteUser: {
    ...accountCall('DELETE', '/api/user/'),
    summary: 'Delete the own account',
    body: z.object({ password: z.string().check(z.minLength(1, 'required')) }),
    answer: EmptyAnswer,
  },
  savePicture: {
    ...accountCall('PUT', '/api/user/picture'),
    summary: 'Set the own picture: a PNG, JPEG or WebP file as the body',
    upload: PICTURE_MAX_BYTES,
    answer: User,
  },
  removePicture: {
    ...accountCall('DELETE', '/api/user/picture'),
    summary: 'Remove the own picture',
    answer: User,
  },
  exportUser: {
    ...privateCall('GET', '/api/user/export'),
    summary: 'Everything stored about the own account',
    answer: z.record(z.string(), z.unknown()),
  },
  changePassword: {
    ...accountCall('POST', '/api/user/password'),
    summary: 'Change the password; every other login ends',
    body: z.object({ password: z.string(), newPassword: NewPassword }),
    answer: EmptyAnswer,
  },
  refresh: {
    ...publicCall('POST', '/api/refresh/'),
    summary: 'Extend a login',
    body: z.object({ token: z.string().check(z.maxLength(500)) }),
    answer: LoginAnswer,
  },
  logout: {
    ...privateCall('POST', '/api/logout/'),
    summary: 'End this login, or with `everywhere` all of them',
    body: z.optional(z.object({ everywhere: z.optional(z.boolean()) })),
    answer: EmptyAnswer,
  },
  logins: {
    ...privateCall('GET', '/api/logins/'),
    summary: 'The active logins of the own account, the last used first',
    answer: z.array(ActiveLogin),
  },
  endLogin: {
    ...privateCall('DELETE', '/api/logins/:id'),
    summary: 'End one of the own logins',
    params: z.object({ id: z.uuid() }),
    answer: EmptyAnswer,
  },
  createTicket: {
    ...accountCall('POST', '/api/ticket/'),
    summary: 'Create a beta ticket (level 735)',
    answer: z.object({ code: z.string(), link: z.string(), validUntil: EpochMs }),
  },
  openTicketPage: {
    ...accountCall('POST', '/api/ticket/page'),
    summary: 'The address of the ticket page, with a code that works once (level 735)',
    answer: z.object({ url: z.string() }),
  },
  claimTicket: {
    ...publicCall('POST', '/api/ticket/:code'),
    summary: 'Claim a ticket and create an account',
    params: ByCode,
    body: z.object({ code: TicketCode, data: Registration }),
    answer: z.object({ success: z.literal(true) }),
  },
} as const satisfies Record<string, Route>
