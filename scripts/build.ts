import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { bundleEmbed, embedScripts } from "./build/build-embed.ts";
import { isStale, markFresh } from "./build/build-if-stale.ts";

const root = join(import.meta.dirname, "..");

/**
 * Builds the web app, the staff app and the scripts for marketing sites into `outDir`, with a brotli and a gzip copy of each text asset beside it. The prerendering
 * code goes into the folder `prerender` next to it, the sample site's tracking into `site`.
 */
export async function buildApp(outDir = join(root, "dist/app")): Promise<void> {
  await build({
    root: join(root, "app"),
    configFile: join(root, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir, emptyOutDir: true },
  });
  for (const [mode, folder] of [
    ["cart", "app"],
    ["quiz", "app"],
    ["clinic", "clinic"],
  ] as const)
    await build({
      root: join(root, folder),
      configFile: join(root, "vite.config.ts"),
      mode,
      logLevel: "warn",
      build: { outDir, emptyOutDir: false, copyPublicDir: false, manifest: `.vite/${mode}.json` },
    });
  await build({
    root: join(root, "app"),
    configFile: join(root, "vite.config.ts"),
    logLevel: "warn",
    build: {
      ssr: true,
      outDir: join(outDir, "../prerender"),
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: { prerender: join(root, "app/prerender.tsx") },
        output: { codeSplitting: false, entryFileNames: "[name].js" },
      },
    },
  });
  await build({
    root: join(root, "site"),
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: {
      outDir: join(outDir, "../site"),
      emptyOutDir: true,
      target: "es2022",
      lib: { entry: "tracking.ts", formats: ["es"], fileName: () => "tracking.js" },
    },
  });
  await mkdir(join(outDir, "embed"), { recursive: true });
  for (const name of embedScripts) await writeFile(join(outDir, "embed", name), await bundleEmbed(name));
  const files = await readdir(outDir, { recursive: true });
  const texts = files.filter((file) => /\.(?:js|css|svg|json)$/.test(file) && !file.startsWith(".vite"));
  await Promise.all(texts.map((file) => compress(join(outDir, file))));
}

async function compress(file: string) {
  const bytes = await readFile(file);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

if (import.meta.main) {
  if (process.argv.includes("--when-stale") && !isStale()) console.log("The build is current.");
  else {
    // The libraries' production code, whatever started the build: a test's environment would bundle their slower, larger one.
    process.env["NODE_ENV"] = "production";
    await buildApp();
    markFresh();
    console.log("Built.");
  }
}
