import { join } from "node:path";
import { build, type Rolldown } from "vite";

const folder = join(import.meta.dirname, "../../client");

/** Bundles the clinic's client, minified, into one module. */
export async function bundleClient(): Promise<string> {
  const output = (await build({
    root: folder,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: join(folder, "src/index.ts"),
        preserveEntrySignatures: "strict",
        output: { format: "es" },
      },
    },
  })) as Rolldown.RolldownOutput;
  return output.output[0].code;
}
