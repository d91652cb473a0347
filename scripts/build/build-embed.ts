import { join } from "node:path";
import { build, type Rolldown } from "vite";

const root = join(import.meta.dirname, "../..");

/** The scripts for marketing sites, by the name they are served under in /embed/. */
const scripts = { "cart.js": "loader.ts", "widget.js": "widget.ts" } as const;
export type EmbedScript = keyof typeof scripts;

/** Bundles one of them, minified, into a single file. */
export async function bundleEmbed(name: EmbedScript): Promise<string> {
  const output = (await build({
    root: join(root, "embed"),
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: join(root, "embed", scripts[name]), output: { format: "iife" } },
    },
  })) as Rolldown.RolldownOutput;
  return output.output[0].code;
}

export const embedScripts = Object.keys(scripts) as EmbedScript[];
