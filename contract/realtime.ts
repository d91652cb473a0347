import * as z from "zod/mini";
import { Message } from "./entities.ts";
import { FeedChange, Notification } from "./notifications.ts";

/** Path of the socket on the app's origin (socket.io, WebSocket only: no node needs to know a connection before). */
export const socketPath = "/socket";

/** What a connection brings along: `auth` of socket.io's handshake. */
export const SocketAuth = z.object({ token: z.string().check(z.maxLength(4096)) });

/**
 * What the server tells. All of it is a hint: it may come twice, and what was missed is fetched by `GET /changes` and by the calls of what
 * moved. Spec §3, §7.
 */
export const socketEvents = {
  /** A message of a doctor or of hers in the conversation with the doctor. */
  message: Message,
  /** The same in the conversation with patient services. */
  "admin_chat:message": Message,
  notification: z.extend(Notification, { unreadcount: z.int() }),
  /** What moved between the cursor `from` and `cursor`; who stands elsewhere than at `from` fetches what is missing. */
  changes: z.object({ items: z.array(FeedChange), from: z.string(), cursor: z.string() }),
  /** The token has ended or its session was ended; the connection is closed right after. */
  token_expired: z.object({ message: z.string() }),
  /** What the browser sent was refused. */
  request_error: z.object({ message: z.string(), code: z.string() }),
} as const;
export type SocketEvents = { readonly [Name in keyof typeof socketEvents]: z.output<(typeof socketEvents)[Name]> };

/** What the browser may send: a renewed token of the same session, before the one of the connection ends. */
export const socketRequests = { token: SocketAuth } as const;

/** `message` of the `connect_error` of a token that is not taken. */
export const invalidTokenText = "Invalid token";
