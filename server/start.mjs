// `node server/start.mjs` starts one node. Plain JavaScript, so that a Node that can't read TypeScript says so in one line.
if (Number(process.versions.node.split(".")[0]) < 24) {
  console.error(`Calendula needs Node 24 or newer; this is ${process.version}.`);
  process.exit(1);
}
const { run } = await import("./main.ts");
await run();
