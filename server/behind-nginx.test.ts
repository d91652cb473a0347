import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isApiError } from "#app/api/api-error.ts";
import { createClient } from "#app/api/client.ts";
import { memoryCookies } from "#app/api/session/cookies.ts";
import { createSession } from "#app/api/session/session.ts";
import { failureOfUpload } from "#app/api/too-large.ts";
import { createStaffClient } from "#clinic/api/client.ts";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { patientWithConversations, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { workStreamPath } from "#server/staff/work-stream.ts";
import { freePorts } from "#server/testing/free-ports.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { openRawServer, type RawServer } from "#server/testing/raw-server.ts";
import { connect, listen } from "#server/testing/test-sockets.ts";
import { mustBeInstalled, nginx } from "../scripts/test/installed.ts";

/*
 * A real nginx in front of a node: with nothing but `proxy_pass`, as it comes, and as docs/deploy.md says. What it does by itself (1 MB, pages of its own,
 * buffering, other people's headers) has to end in words of ours.
 */

const root = join(import.meta.dirname, "..");

/** The `server` block of docs/deploy.md without TLS, on this port. */
function documentedServer(port: number, node: string): string {
  const guide = readFileSync(join(root, "docs/deploy.md"), "utf8");
  const [, block = ""] = /```\n(map \$http_upgrade[\s\S]*?)```/.exec(guide) ?? [];
  expect(block).toContain("listen 443 ssl http2;");
  return block
    .replaceAll(/^ *ssl_\w+ .*\n/gm, "")
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replace("http://127.0.0.1:3000", node);
}
const plainServer = (port: number, upstream: string, more = "") =>
  `server { listen 127.0.0.1:${port}; location / { proxy_pass ${upstream}; ${more} } }`;

test.runIf(mustBeInstalled)("nginx is here, since it was just installed", () => expect(nginx).not.toBeNull());

describe.runIf(nginx)("behind nginx", () => {
  let server: TestServer;
  let silent: RawServer;
  let running: ChildProcess;
  const folder = mkdtempSync(join(tmpdir(), "calendula-nginx-"));
  /** Where each way to the node listens. `plain` has nginx's defaults. */
  let url: Record<"plain" | "documented" | "down" | "late", string>;

  beforeAll(async () => {
    server = await startTestServer({}, { TRUST_PROXY: "1" });
    silent = await openRawServer();
    const node = await listen(server);
    const ports = await freePorts(5);
    const [plain = 0, documented = 0, down = 0, late = 0, nobody = 0] = ports;
    url = Object.fromEntries(
      Object.entries({ plain, documented, down, late }).map(([name, port]) => [name, `http://127.0.0.1:${port}`]),
    ) as typeof url;
    mkdirSync(join(folder, "logs"));
    // Its workers are another user's, where root starts it.
    chmodSync(folder, 0o755);
    const file = join(folder, "nginx.conf");
    writeFileSync(
      file,
      `daemon off; pid ${folder}/pid; error_log ${folder}/logs/error.log; events {}
       http {
         access_log off;
         ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
         ${plainServer(plain, node)}
         ${plainServer(down, `http://127.0.0.1:${nobody}`)}
         ${plainServer(late, silent.url, "proxy_read_timeout 1s;")}
         ${documentedServer(documented, node)}
       }`,
    );
    execFileSync(nginx ?? "", ["-t", "-q", "-p", folder, "-c", file], { stdio: "pipe" });
    running = spawn(nginx ?? "", ["-p", folder, "-c", file], { stdio: "ignore" });
    await vi.waitFor(() => fetch(`${url.plain}/health/live`), { interval: 20, timeout: 30_000 });
  });
  afterAll(async () => {
    running.kill("SIGTERM");
    await Promise.all([once(running, "exit"), server.close(), silent.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const shared = (base: string) => ({
    send: (path: string, init: RequestInit) => fetch(`${base}${path}`, init),
    wait: () => Promise.resolve(),
    newKey: newId,
    checkResponse: null,
  });
  const patientCall = (base: string, token = "t") =>
    createClient({
      ...shared(base),
      session: createSession(memoryCookies({ accessToken: token })),
      refresh: () => Promise.resolve(null),
      headers: () => ({}),
      report: () => {},
      goTo: () => {},
    });
  const no = () => Promise.resolve(false);
  const staffCall = (base: string) =>
    createStaffClient({
      ...shared(base),
      syncClock: () => {},
      gate: { unlocked: no, proved: no, reasonGiven: no, emergencySeen: no, askAgain: () => {}, ended: () => {} },
    });
  const wordsOf = (promise: Promise<unknown>) =>
    promise.then(
      () => "no failure",
      (error: unknown) => (isApiError(error) ? error.message : String(error)),
    );

  /** A photo of 3.8 MB, as phones take them. */
  const photo = async () => {
    const [width, height] = [1600, 830];
    const raw = { width, height, channels: 3 } as const;
    const bytes = await sharp(randomBytes(width * height * 3), { raw })
      .png({ compressionLevel: 0 })
      .toBuffer();
    return new File([new Uint8Array(bytes)], "IMG_0001.PNG", { type: "image/png" });
  };
  const tooLarge =
    "This file is too large to send here. Take a photo or a screenshot of it and send that, or send fewer pages at a time.";

  test("a photo of 3.8 MB is refused with what to do about its size, to patients and staff", async () => {
    const file = await photo();
    expect(file.size / 1024 / 1024).toBeCloseTo(3.8, 1);
    const upload = (base: string, token?: string) =>
      patientCall(base, token)(account.uploadAvatar, { file }).catch((error: unknown) =>
        Promise.reject(failureOfUpload(error, file.size) as Error),
      );
    expect(await wordsOf(upload(url.plain))).toBe(tooLarge);
    const params = { id: newId() };
    expect(
      await wordsOf(
        staffCall(url.plain)(care.sendMessageAttachment, { params, body: { message: "Here" }, file } as never),
      ),
    ).toBe(tooLarge);
    const { token } = await server.newPatient();
    expect(await wordsOf(upload(url.documented, token))).toBe("no failure");
  });

  test.each(["down", "late"] as const)("a node that is %s: both apps say to try again later", async (node) => {
    const page = await fetch(`${url[node]}/api/account/user`);
    expect([page.status, await page.text()]).toEqual([node === "down" ? 502 : 504, expect.stringContaining("nginx")]);
    expect(await wordsOf(patientCall(url[node])(account.user, {}))).toBe("Service unavailable. Try again later");
    expect(await wordsOf(staffCall(url[node])(staff.session, {}))).toBe("Service unavailable. Try again later");
  });

  // What nginx holds back doesn't even begin.
  const streams = { timeout: 60_000 };
  test.each(["plain", "documented"] as const)(
    "the stream of the desk arrives as it's written, %s",
    streams,
    async (way) => {
      const nurse = await signedInStaff(server, ["nurse"]);
      const rosa = await patientWithConversations(server);
      const cookie = Object.entries(nurse.browser.cookies()).map(([name, value]) => `${name}=${value}`);
      const request = get(`${url[way]}${workStreamPath}`, { headers: { cookie: cookie.join("; ") }, agent: false });
      const [response] = (await once(request, "response")) as [IncomingMessage];
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => void (text += part));
      const changes = () => text.split("data: changed").length - 1;
      await expect.poll(changes).toBe(1);
      await sendAsPatient(server, rosa, rosa.doctorConversationId, { message: "My flashes are back" });
      await expect.poll(changes).toBeGreaterThan(1);
      request.destroy();
    },
  );

  test("sockets get through as documented", async () => {
    const patient = await server.newPatient();
    const socket = await connect(url.documented, patient.token);
    expect(socket.socket.connected).toBe(true);
    socket.close();
  });

  test("the address is the one nginx saw, whatever the sender claims", async () => {
    const consume = vi.spyOn(server.services.limiter, "consume");
    const addressesOf = async (headers: Record<string, string>) => {
      consume.mockClear();
      const request = get(`${url.documented}${workStreamPath}`, { localAddress: "127.0.0.7", headers, agent: false });
      const [response] = (await once(request, "response")) as [IncomingMessage];
      response.resume();
      return consume.mock.calls.map(([, address]) => address);
    };
    expect(await addressesOf({})).toEqual(["127.0.0.7"]);
    expect(await addressesOf({ "x-forwarded-for": "198.51.100.4, 10.0.0.1" })).toEqual(["127.0.0.7"]);
    consume.mockRestore();
  });
});
