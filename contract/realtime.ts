import * as z from "zod/mini";
import { Message } from "./messages/message.ts";
import { FeedChange, Notification } from "./notifications.ts";

/**
 * Path of the socket on the app's origin: socket.io by WebSocket only (`transports: ["websocket"]`), so that any node can take a connection. Its default, which
 * begins with long polling, would need each browser to stay with one node; it is answered 400.
 */
export const socketPath = "/socket";

/** Authentication of a connection: `auth` of socket.io's handshake. */
export const SocketAuth = z.object({ token: z.string().check(z.maxLength(4096)) });

/**
 * Events from the server. Each is only a hint: it may arrive twice, and missed ones are fetched by `GET /changes` and by the calls of what changed.
 * Spec §3, §7.
 */
export const socketEvents = {
  /** A message by the doctor or the patient in the conversation with the doctor. */
  message: Message,
  /** The same in the conversation with patient services. */
  "admin_chat:message": Message,
  notification: z.extend(Notification, { unreadcount: z.int() }),
  /** What changed between the cursor `from` and `cursor`; a client whose cursor is not `from` fetches what is missing. */
  changes: z.object({ items: z.array(FeedChange), from: z.string(), cursor: z.string() }),
  /** The token expired or its session ended; the connection is closed right after. */
  token_expired: z.object({ message: z.string() }),
  /** A request of the browser was refused. */
  request_error: z.object({ message: z.string(), code: z.string() }),
} as const;
export type SocketEvents = { readonly [Name in keyof typeof socketEvents]: z.output<(typeof socketEvents)[Name]> };

/** Requests from the browser: a renewed token of the same session, before the connection's own expires. */
export const socketRequests = { token: SocketAuth } as const;

/** `message` of the `connect_error` for a token that is not accepted. */
export const invalidTokenText = "Invalid token";
