import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { measureCart } from "../bench/browser/cart.ts";
import { lighthouseScores } from "../bench/browser/lighthouse.ts";
import { median, openBrowser } from "../bench/browser/mobile-profile.ts";
import { measurePage } from "../bench/browser/pages.ts";
import { type Arrival, measureArrival } from "../bench/browser/sign-in-to-home.ts";
import { weightOf, weightWhileIdle } from "../bench/browser/weight.ts";
import { measureInp } from "../bench/inp/inp.ts";
import { measureIdle } from "../bench/node/idle.ts";
import { measureMemory } from "../bench/node/memory.ts";
import { measureMigrations } from "../bench/node/migrations.ts";
import { measureStart } from "../bench/node/start.ts";
import { measureWebhooks } from "../bench/node/webhooks.ts";
import { measureReadRatios } from "../bench/reads/read-ratios.ts";
import { measureReads } from "../bench/reads/reads.ts";
import { measureThreads } from "../bench/reads/threads.ts";
import { measureSizes } from "../bench/sizes/sizes.ts";
import { measureSockets } from "../bench/sockets/sockets.ts";
import { measureInboxCall } from "../bench/staff/inbox-call.ts";
import { measurePacking } from "../bench/staff/packing-by-scan.ts";
import { measureStaff } from "../bench/staff/staff.ts";
import { freshFolder, removeFolder, startNode } from "../e2e/servers/node-process.ts";

const only = process.argv.slice(2);
const wanted = (name: string) => only.length === 0 || only.includes(name);
const serverUrl = process.env["BENCH_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/postgres";
const printFigure = (what: string, figure: string, target: string) =>
  console.log(`${what.padEnd(52)} ${figure.padEnd(34)} target ${target}`);
const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
function printArrival(
  what: string,
  { headingMs, contentMs, bytes, calls, chain, shift }: Arrival,
  target: string,
): void {
  printFigure(what, `${(headingMs / 1000).toFixed(2)} s heading, ${(contentMs / 1000).toFixed(2)} s content`, target);
  printFigure("… JS + CSS after it; calls, one after another", `${kb(bytes)}; ${calls}, ${chain}`, "measured");
  printFigure("… layout shift", shift.toFixed(4), "0");
}

/** Measures on a node with an empty data folder, both of which are gone afterwards, also when it fails. */
async function onNode(port: number, measure: (node: Awaited<ReturnType<typeof startNode>>) => Promise<void>) {
  const dataDir = freshFolder();
  const node = await startNode({ port, dataDir });
  try {
    await measure(node);
  } finally {
    await node.stop();
    removeFolder(dataDir);
  }
}

/** JavaScript and CSS a page loads while nobody touches it, in bytes. */
async function weigh(url: string): Promise<number> {
  const browser = await openBrowser();
  try {
    return await weightWhileIdle(browser, url);
  } finally {
    await browser.close();
  }
}

const built = spawnSync(process.execPath, [join(import.meta.dirname, "build.ts"), "--when-stale"], {
  stdio: "inherit",
});
if (built.status !== 0) process.exit(1);

if (wanted("pages")) {
  await onNode(3800, async (node) => {
    const signIn = await measurePage(`${node.url}/login`);
    printFigure("sign-in, JS + CSS until it shows, brotli", kb(weightOf("/login")), "≤ 85 kB");
    printFigure("… in all, untouched", kb(await weigh(`${node.url}/login`)), "≤ 100 kB");
    printFigure("… with headers, on the wire", kb(signIn.bytes), "measured");
    printFigure("sign-in, LCP, mobile profile", `${(signIn.lcpMs / 1000).toFixed(2)} s`, "≤ 0.8 s");
    printFigure("sign-in, CLS", signIn.cls.toFixed(3), "0");
    const first = await measurePage(`${node.url}/eligibility`);
    printFigure("first onboarding screen, JS + CSS, brotli", kb(await weigh(`${node.url}/eligibility`)), "measured");
    printFigure("first onboarding screen, LCP, mobile profile", `${(first.lcpMs / 1000).toFixed(2)} s`, "measured");
    for (const path of [
      "/login",
      "/eligibility",
      "/forgot-password",
      "/new-password",
      "/invitation-code",
      "/404",
      "/cart",
      "/quiz",
    ]) {
      const scores = await lighthouseScores(node.url + path);
      printFigure(`Lighthouse mobile ${path}`, Object.values(scores).join(" / "), "≥ 98 / 100 / 100");
    }
  });
}
if (wanted("arrival")) {
  await onNode(Number(process.env["BENCH_PORT"] ?? 3800), async (node) => {
    const { cold, warm, reload, typingBytes, shifts } = await measureArrival(node.url);
    printArrival("press on Continue → home, nothing cached", cold, "≤ 2.0 s");
    printFigure("… JS + CSS while the form was filled in", kb(typingBytes), "measured");
    printArrival("press on Continue → home, all files cached", warm, "≤ 0.8 s");
    printArrival("reload of home without cache", reload, "≤ 2.5 s");
    for (const { path, shift } of shifts) printFigure(`layout shift of ${path}`, shift.toFixed(4), "0");
  });
}
if (wanted("cart")) {
  await onNode(3800, async (node) => {
    const { loader, widget, frame, wire, usableMs, preparedMs } = await measureCart(node, 3801);
    printFigure("loader on a marketing page, gzip", kb(loader), "≤ 1.5 kB");
    printFigure("widget script, with the first use, gzip", kb(widget), "measured");
    printFigure("cart in the frame, JS + CSS, brotli", kb(frame), "≤ 78 kB");
    printFigure("… with widget script and headers, on the wire", kb(wire), "measured");
    printFigure("click to usable cart, mobile profile", `${(usableMs / 1000).toFixed(2)} s`, "measured");
    printFigure("… with the frame prepared", `${(preparedMs / 1000).toFixed(2)} s`, "measured");
  });
}
if (wanted("inp")) {
  await onNode(Number(process.env["BENCH_PORT"] ?? 3800), async (node) => {
    const { empty, presses, screens, skipped } = await measureInp(node.url);
    const at = (share: number) => presses[Math.floor((presses.length - 1) * (1 - share))]?.ms ?? 0;
    const worst = at(1);
    for (const { screen, control, ms } of presses.filter(({ ms: each }, index) => index < 15 || each > 100))
      console.log(`  ${String(ms).padStart(4)} ms  ${screen}  ${control}`);
    for (const { screen, control, why } of skipped) console.log(`  not pressed, ${why}: ${screen}  ${control}`);
    printFigure(
      "press of a button that does nothing, 4× CPU",
      `${median(empty)} ms, at most ${Math.max(...empty)}`,
      "measured",
    );
    printFigure(
      `press → next paint, ${presses.length} controls of ${screens} screens`,
      `p50 / p75 / p98 / worst ${at(0.5)} / ${at(0.75)} / ${at(0.98)} / ${worst} ms`,
      "p98 ≤ 100 ms, ≤ 200 ms",
    );
    if (at(0.98) > 100 || worst > 200) process.exitCode = 1;
  });
}
if (wanted("start")) {
  const { coldMs, warmMs, embeddedMb, serverMb } = await measureStart(serverUrl);
  printFigure("start, empty data directory", `${(coldMs / 1000).toFixed(2)} s`, "measured");
  printFigure("start, existing embedded database", `${(warmMs / 1000).toFixed(2)} s`, "< 1.5 s");
  printFigure("memory at rest, embedded database", `${embeddedMb.toFixed(0)} MB`, "≤ 350 MB");
  printFigure("memory at rest, PostgreSQL", `${serverMb.toFixed(0)} MB`, "≤ 220 MB");
}
if (wanted("idle")) {
  const seconds = Number(process.env["BENCH_IDLE_SECONDS"] ?? 60);
  for await (const { what, transactions, core, memoryMb } of measureIdle(serverUrl, seconds)) {
    const isBaseline = what.startsWith("bare");
    if (transactions !== null)
      printFigure(
        `idle for ${seconds} s: ${what}`,
        `${transactions.toFixed(1)} transactions/s`,
        isBaseline ? "measured" : "≤ 5/s",
      );
    printFigure(`… CPU of one core, ${what}`, `${(core * 100).toFixed(1)} %`, isBaseline ? "measured" : "≤ 2 %");
    const memoryTarget = transactions === null ? "≤ 350 MB" : "≤ 220 MB";
    printFigure(`… memory, ${what}`, `${memoryMb.toFixed(0)} MB`, isBaseline ? "measured" : memoryTarget);
  }
}
if (wanted("reads")) {
  const { ours, baseline, ratio } = await measureReads(serverUrl);
  printFigure(
    "authenticated read of one row, one core",
    `${ours.toFixed(0)}/s of ${baseline.toFixed(0)}/s bare: ${(ratio * 100).toFixed(0)} %`,
    "≥ 75 %",
  );
  for (const [on, url] of [
    ["embedded", null],
    ["on a server", serverUrl],
  ] as const)
    for (const { what, perSecond, ratio } of await measureReadRatios(url))
      printFigure(
        `${what} beside GET /user, ${on}`,
        `${perSecond.toFixed(0)}/s, ${(ratio * 100).toFixed(0)} %`,
        what === "home" ? "≥ 35 %" : "measured",
      );
}
if (wanted("sockets")) {
  for await (const figure of measureSockets(serverUrl)) {
    const { what, sent, delivered, core, kbPerSocket, p50, p99, commit, rate, events } = figure;
    printFigure(`5,000 sockets, ${what}: delivered`, `${delivered} of ${sent} at ${rate.toFixed(0)}/s`, "all, 2,800/s");
    printFigure("… CPU, of one core", `${(core * 100).toFixed(0)} %`, "measured");
    printFigure(
      "… from before commit to socket, p50 / p99",
      `${p50.toFixed(0)} / ${p99.toFixed(0)} ms`,
      "p99 ≤ 250 ms",
    );
    if (commit)
      printFigure("… of which the commit", `${commit.p50.toFixed(0)} / ${commit.p99.toFixed(0)} ms`, "measured");
    printFigure("… memory a socket, events in all", `${kbPerSocket.toFixed(1)} kB, ${events}`, "measured");
  }
}
if (wanted("threads")) {
  const sizes = [100, 1_000_000];
  for (const { what, perSecond, ratio } of await measureThreads(serverUrl, sizes)) {
    const figures = perSecond.map((each) => `${each.toFixed(0)}/s`).join(" · ");
    printFigure(
      `threads of ${sizes.join(" and ")} messages: ${what}`,
      `${figures}  ×${ratio.toFixed(2)}`,
      "×0.80–1.20",
    );
  }
}
if (wanted("memory")) {
  for await (const { what, answers, bytesPerCall } of measureMemory(serverUrl)) {
    const status = answers === "2xx" ? "" : `  (${answers})`;
    printFigure(`memory kept by a call: ${what}`, `${(bytesPerCall / 1000).toFixed(2)} kB${status}`, "≤ 1 kB");
    if (bytesPerCall > 1000) process.exitCode = 1;
  }
}
if (wanted("webhooks")) {
  const waiting = Number(process.env["BENCH_EVENTS"] ?? 100_000);
  const ratios: number[] = [];
  for await (const { without, beside } of measureWebhooks(serverUrl, { endpointCount: 20, waiting, pairs: 5 })) {
    ratios.push(beside.p99 / without.p99);
    const seconds = [without, beside].map(({ p50, p99 }) => `${(p50 / 1000).toFixed(1)} / ${(p99 / 1000).toFixed(1)}`);
    printFigure(
      "events of 19 endpoints, alone; beside one that hangs",
      `p50 / p99 ${seconds.join("; ")} s, ${without.perSecond.toFixed(0)}/s`,
      "measured",
    );
  }
  printFigure("… p99 beside one that hangs, median of pairs", `×${median(ratios).toFixed(3)}`, "< ×1.05");
}
if (wanted("staff")) {
  const { items, inbox, desks } = await measureStaff(serverUrl, Number(process.env["BENCH_PORT"] ?? 3800));
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  printFigure(
    `staff, ${items} open items: address → first row, cold; cached`,
    `${seconds(inbox.coldMs)}; ${seconds(inbox.warmMs)}, ${inbox.rows} rows`,
    "≤ 1 s",
  );
  for (const { rows, frames, p50, p95, worst, late, lateAtRest } of inbox.scrolls)
    printFigure(
      `… frames while ${rows} rows are scrolled, p50 / p95 / worst`,
      `${p50.toFixed(1)} / ${p95.toFixed(1)} / ${worst.toFixed(1)} ms, ${late} of ${frames} late (${lateAtRest} at rest)`,
      "16.7 ms",
    );
  printFigure(
    `… commit → each of ${desks.desks} desks, p50 / p99 / worst`,
    `${desks.p50.toFixed(0)} / ${desks.p99.toFixed(0)} / ${desks.worst.toFixed(0)} ms, ${desks.told} of ${desks.changes}`,
    "p99 ≤ 1 s",
  );
}
if (wanted("packing")) {
  const wantedOrders = Number(process.env["BENCH_ORDERS"] ?? 60);
  const figures = await measurePacking(serverUrl, Number(process.env["BENCH_PORT"] ?? 3800), wantedOrders);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  printFigure(
    `${figures.orders} of ${wantedOrders} orders packed and sent by ${figures.scans} scans alone`,
    `${seconds(figures.medianMs)} an order, worst ${seconds(figures.worstMs)}`,
    "without hands",
  );
  if (figures.orders !== wantedOrders) process.exitCode = 1;
}
if (wanted("inbox")) {
  const size = Number(process.env["BENCH_PATIENTS"] ?? 100_000);
  const { items, page, numbers } = await measureInboxCall(serverUrl, size, Number(process.env["BENCH_PORT"] ?? 3800));
  const figures = ({ p50, p95 }: typeof page) => `${p50.toFixed(0)} / ${p95.toFixed(0)} ms`;
  printFigure(`inbox, ${items} open items of ${size} patients: a look, p50 / p95`, figures(page), "p95 ≤ 50 ms");
  printFigure("… its numbers alone", figures(numbers), "measured");
}
if (wanted("migrating")) {
  const rows = Number(process.env["BENCH_ROWS"] ?? 10_000_000);
  const { seconds, requests, failed, slowest, slowestBefore } = await measureMigrations(serverUrl, rows);
  printFigure(
    `column and index on ${rows.toLocaleString("en-US")} rows, two nodes serving`,
    `${seconds.toFixed(0)} s, ${failed} of ${requests} failed`,
    "0 failed",
  );
  printFigure(
    "… slowest answer meanwhile; before",
    `${slowest.toFixed(0)} ms; ${slowestBefore.toFixed(0)} ms`,
    "measured",
  );
}
if (wanted("sizes")) {
  const sizes = [1000, 100_000, 1_000_000];
  for await (const { what, figures, ratios } of measureSizes(serverUrl, sizes)) {
    const ratioTexts = ratios.slice(1).map((ratio) => `×${ratio.toFixed(2)}`);
    printFigure(what, [figures.join(" · "), ...ratioTexts].join("  "), ratios.length > 0 ? "×0.85–1.15" : "measured");
  }
}
