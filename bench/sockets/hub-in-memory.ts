import { startMemoryHub } from "#server/platform/realtime/testing/memory-hub.ts";
import { messageTo, sendPaced } from "./payload.ts";

/** Our sockets over an in-memory feed. */
const hub = await startMemoryHub();
process.send?.({ port: hub.port });

process.on("message", ({ perSecond, seconds }: { perSecond: number; seconds: number }) => {
  const sent: [id: string, at: number][] = [];
  const patients = hub.patients();
  const send = (from: number, to: number) => {
    for (let n = from; n < to; n += 1) {
      const patientId = patients[n % patients.length] ?? "";
      const message = messageTo(patientId, 1 + Math.floor(n / patients.length));
      sent.push([message.id, performance.timeOrigin + performance.now()]);
      hub.emit(patientId, { name: "message", body: message });
    }
  };
  void sendPaced(perSecond, seconds, send).then(() => process.send?.({ sent }));
});
