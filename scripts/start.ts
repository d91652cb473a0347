import { buildIfStale } from "./build/build-if-stale.ts";

const began = performance.now();
const print = (text: string) => console.log(text);

buildIfStale();
const { ConfigError } = await import("../server/config.ts");
try {
  const { startServer } = await import("../server/main.ts");
  const { namedDoctors } = await import("../server/doctors/public.ts");
  const { presentProduct } = await import("../server/catalogue/public.ts");
  const { config, services, stop } = await startServer({
    ...process.env,
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn",
  });
  const site =
    config.marketingPort === null
      ? null
      : await (
          await import("../site/serve.ts")
        ).serveSite({
          host: config.host,
          port: config.marketingPort ?? 0,
          appOrigin: config.publicUrl,
          practice: { ...services.content, doctors: namedDoctors(services.content) },
          products: services.content.catalogue.products.map((product) => presentProduct(services.content, product)),
        });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => void Promise.all([site?.close(), stop()]).then(() => process.exit(0)));
  }
  const { name } = services.content.brand;
  print(`\n${name} is ready after ${((performance.now() - began) / 1000).toFixed(1)} s.\n`);
  print(`  App             ${config.publicUrl}`);
  if (site) print(`  Marketing site  ${config.marketingOrigin}`);
  if (config.demo) {
    const { main: mainId, patients } = services.content.demo;
    const main = patients.find((patient) => patient.id === mainId);
    print(`  Mailbox         ${config.publicUrl}/dev/mailbox`);
    print(`  API             ${config.publicUrl}/api/docs`);
    print(`  Demo account    ${main?.email}  ${main?.password}`);
    print(`  Staff app       ${config.publicUrl}/clinic, who can sign in: ${config.publicUrl}/dev/staff`);
  }
  print(`  Database        ${config.databaseUrl ? "PostgreSQL server" : `embedded, in ${config.dataDir}`}\n`);
} catch (error) {
  const text = (error as Error).message.split("\n")[0];
  console.error(error instanceof ConfigError ? text : `${text}`);
  process.exit(1);
}
