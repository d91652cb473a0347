import { createHash } from "node:crypto";
import { relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { signInChunk, signUpChunk } from "./scripts/build/entry-chunks.ts";
import { createFirstChunk } from "./scripts/build/first-chunk.ts";
import { createHomeChunks } from "./scripts/build/home-chunks.ts";
import { ownText } from "./scripts/build/own-text.ts";
import { leanContract } from "./scripts/build/lean-contract.ts";

/** Home and its shell, requested while the form is filled in. */
const home = { name: createHomeChunks(), debugName: "home", includeDependenciesRecursively: false };

/** The file that each short class name belongs to. */
const classFiles = new Map<string, string>();

/** Shorter than the default, which also counts lines: each name loads twice, in a script and in a stylesheet. One hash a file compresses well. */
function classNameOf(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.replace(/\?.*$/, ""));
  const className = `${name}_${createHash("sha256").update(path).digest("hex").slice(0, 4)}`;
  const other = classFiles.get(className) ?? path;
  if (other !== path) throw new Error(`${path} and ${other} would share the class ${className}; rename one of them.`);
  classFiles.set(className, path);
  return className;
}

/** Sign-in contains the names of all chunks, whose hashes do not compress: 42 bits distinguish two builds of a chunk. */
const names = {
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: "assets/[name]-[hash:7].js",
  assetFileNames: "assets/[name]-[hash:7][extname]",
};

/**
 * Each framed page is built by itself (`--mode cart`), so that it loads only what it shows. So is the staff app, whose files have a folder of their own.
 */
const apart: Readonly<Record<string, string>> = {
  cart: "app/cart.html",
  quiz: "app/quiz.html",
  clinic: "clinic/clinic.html",
};

/** What every page of the staff app loads. */
const staffApp = {
  name: createFirstChunk("clinic/main.tsx"),
  debugName: "first",
  includeDependenciesRecursively: false,
};

const clinicOutput = {
  entryFileNames: "clinic/assets/[name]-[hash].js",
  chunkFileNames: "clinic/assets/[name]-[hash].js",
  assetFileNames: "clinic/assets/[name]-[hash][extname]",
  codeSplitting: { groups: [staffApp] },
};

const patientOutput = { ...names, codeSplitting: { groups: [signInChunk, signUpChunk, home] } };

export default defineConfig(({ isSsrBuild, mode }) => ({
  root: mode === "clinic" ? "clinic" : "app",
  publicDir: mode === "clinic" ? "../app/public" : "public",
  plugins: [leanContract, ownText, react()],
  css: { modules: { generateScopedName: classNameOf } },
  // A shim for what React itself has had since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: "react" }] },
  build: {
    outDir: "../dist/app",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    assetsInlineLimit: 0,
    // Where a browser does not support modulepreload the chunks load a little later.
    modulePreload: { polyfill: false },
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            input: apart[mode] ? { [mode]: apart[mode] } : { app: "app/index.html" },
            output: mode === "clinic" ? clinicOutput : apart[mode] ? names : patientOutput,
            // Pages in the shared chunk still have their own routes.
            checks: { ineffectiveDynamicImport: false },
          },
        }),
  },
}));
