import cluster from "node:cluster";
import { join } from "node:path";
import { buildIfStale } from "./build/build-if-stale.ts";

/**
 * Several nodes on one machine behind one port: connections are distributed round robin, whoever came before. For trying out and for tests;
 * CLUSTER_NODES sets the number (2). A node that exits is restarted.
 */
const { DATABASE_URL, METRICS_PORT, CLUSTER_NODES = "2" } = process.env;
if (!DATABASE_URL) {
  console.error(
    "Setting DATABASE_URL is missing: several nodes need a PostgreSQL server, the embedded database takes one.",
  );
  process.exit(1);
}
buildIfStale();

cluster.setupPrimary({ exec: join(import.meta.dirname, "../server/main.ts") });
cluster.schedulingPolicy = cluster.SCHED_RR;
const listened = new Set<number>();
let stopping = false;
function stop(): void {
  stopping = true;
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM");
}

cluster.on("listening", ({ id, process: { pid } }, { port }) => {
  if (port === Number(METRICS_PORT)) return;
  listened.add(id);
  console.log(`Node ${id} is ready, process ${pid}`);
});
cluster.on("exit", ({ id }, code, signal) => {
  if (stopping) return;
  console.log(`Node ${id} ended (${signal || code})`);
  if (listened.has(id)) return void cluster.fork();
  // It would exit again, and fewer nodes than were asked for would run unnoticed.
  process.exitCode = 1;
  stop();
});
for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, stop);
for (let node = 0; node < Number(CLUSTER_NODES); node += 1) cluster.fork();
