import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server, type Socket } from "socket.io";
import { messageTo, sendPaced } from "./payload.ts";

/** The baseline: socket.io and nothing else, one socket for each token, the same messages at the same rate. */
const http = createServer();
const io = new Server(http, { path: "/socket", transports: ["websocket"], serveClient: false });
const sockets: Socket[] = [];
io.on("connection", (socket) => void sockets.push(socket));
http.listen(0, "127.0.0.1", () => process.send?.({ port: (http.address() as AddressInfo).port }));

process.on("message", ({ perSecond, seconds }: { perSecond: number; seconds: number }) => {
  const sent: [id: string, at: number][] = [];
  const ids = sockets.map(() => crypto.randomUUID());
  const send = (from: number, to: number) => {
    for (let n = from; n < to; n += 1) {
      const place = n % sockets.length;
      const message = messageTo(ids[place] ?? "", 1 + Math.floor(n / sockets.length));
      sent.push([message.id, performance.timeOrigin + performance.now()]);
      sockets[place]?.emit("message", message);
    }
  };
  void sendPaced(perSecond, seconds, send).then(() => process.send?.({ sent }));
});
