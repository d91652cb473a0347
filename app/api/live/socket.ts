import { io } from "socket.io-client";
import { socketPath, type SocketEvents } from "#contract/realtime.ts";

/** What the connection needs of a socket; a test passes its own. */
export interface LiveSocket {
  readonly connected: boolean;
  /** It reconnects by itself. */
  readonly active: boolean;
  readonly connect: () => unknown;
  readonly disconnect: () => unknown;
  readonly emit: (event: "token", body: { readonly token: string }) => unknown;
  readonly on: <Name extends keyof ClientSocketEvents>(
    event: Name,
    listener: (payload: ClientSocketEvents[Name]) => void,
  ) => unknown;
}

export interface ClientSocketEvents extends SocketEvents {
  readonly connect: undefined;
  readonly disconnect: string;
  readonly connect_error: { readonly message: string };
}

/** A socket that is not connected yet; `token` is called at every attempt. */
export const openSocket = (token: () => string | null): LiveSocket =>
  io({
    path: socketPath,
    transports: ["websocket"],
    autoConnect: false,
    auth: (give) => give({ token: token() ?? "" }),
    reconnectionDelay: 1000,
    reconnectionDelayMax: 30_000,
    randomizationFactor: 0.5,
  }) as LiveSocket;
