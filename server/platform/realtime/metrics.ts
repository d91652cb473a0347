import { Counter, Gauge, type Registry as MetricsRegistry } from "prom-client";

export interface RealtimeMetrics {
  readonly emitted: (event: string) => void;
  readonly slowClosed: () => void;
  readonly floodClosed: () => void;
  readonly refused: (code: string) => void;
}

/** Socket metrics at `/metrics`. */
export function realtimeMetrics(registry: MetricsRegistry, connected: () => number): RealtimeMetrics {
  const registers = [registry];
  new Gauge({
    name: "sockets_connected",
    help: "Open sockets of patients",
    registers,
    collect() {
      this.set(connected());
    },
  });
  const emitted = new Counter({
    name: "socket_events_total",
    help: "Events sent to sockets, by name",
    labelNames: ["event"] as const,
    registers,
  });
  const slow = new Counter({
    name: "slow_sockets_closed_total",
    help: "Sockets closed because they did not read what was sent to them",
    registers,
  });
  const flooding = new Counter({
    name: "flooding_sockets_closed_total",
    help: "Sockets closed because they sent more than a browser does",
    registers,
  });
  const refused = new Counter({
    name: "socket_handshakes_refused_total",
    help: "Refused handshakes of sockets, by error code",
    labelNames: ["code"] as const,
    registers,
  });
  return {
    emitted: (event) => emitted.inc({ event }),
    slowClosed: () => slow.inc(),
    floodClosed: () => flooding.inc(),
    refused: (code) => refused.inc({ code }),
  };
}
