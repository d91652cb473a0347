import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePorts } from "#server/testing/free-ports.ts";
import type { S3Settings } from "../s3-store.ts";

/** The middleware in front of the proxy: S3's protocol, with the keys below. Swift wants copies and large objects beside it. */
const pipeline = "catch_errors cache s3api tempauth copy slo dlo";
const filters = pipeline
  .split(" ")
  .map((name) => `[filter:${name}]\nuse = egg:swift#${name === "cache" ? "memcache" : name}\n`)
  .join("")
  .replace("#tempauth\n", "#tempauth\nuser_practice_files = secret .admin\n");

/** OpenStack Swift on this machine, with one disk, an empty bucket and its S3 interface. Needs Debian's `swift-proxy`, `-account`, `-container` and `-object`. */
export async function startSwift(): Promise<{ settings: S3Settings; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "calendula-swift-"));
  const [proxy = 0, account = 0, container = 0, object = 0] = await freePorts(4);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const common = (port: number) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${userInfo().username}\nswift_dir = ${folder}\n`;
  mkdirSync(join(folder, "disks/one"), { recursive: true });
  write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n");
  const build = (...args: readonly string[]) =>
    execFileSync("swift-ring-builder", args, { cwd: folder, stdio: "pipe" });
  for (const [kind, port] of Object.entries({ account, container, object })) {
    build(`${kind}.builder`, "create", "4", "1", "1");
    build(`${kind}.builder`, "add", `r1z1-127.0.0.1:${port}/one`, "1");
    build(`${kind}.builder`, "rebalance");
    write(
      `${kind}.conf`,
      `${common(port)}devices = ${folder}/disks\nmount_check = false\n[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
    );
  }
  write(
    "proxy.conf",
    `${common(proxy)}[pipeline:main]\npipeline = ${pipeline} proxy-server\n[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n${filters}`,
  );
  const env = { ...process.env, SWIFT_DIR: folder };
  const running = ["account", "container", "object", "proxy"].map((kind) =>
    spawn(`swift-${kind}-server`, [join(folder, `${kind}.conf`)], { env, stdio: "ignore" }),
  );
  const settings = {
    endpoint: `http://127.0.0.1:${proxy}`,
    bucket: "files",
    region: "us-east-1",
    accessKeyId: "practice:files",
    secretAccessKey: "secret",
  };
  await createBucket(settings);
  return {
    settings,
    async close() {
      await Promise.all(running.map((child) => (child.kill(), once(child, "exit"))));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Tries until its servers listen, which takes them some seconds. */
async function createBucket({ endpoint, region, bucket, ...credentials }: S3Settings): Promise<void> {
  const { S3Client, CreateBucketCommand } = await import("@aws-sdk/client-s3");
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials, maxAttempts: 1 });
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      return client.destroy();
    } catch (error) {
      if (attempt === 100) throw error;
      await pause(300);
    }
  }
}
