import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/*
 * A mail server that says what its script says, line by line, by RFC 5321: replies of real servers, and what no well-behaved server library can be made to
 * do: silence, half a reply, a byte now and then, hanging up before and after a mail was taken.
 */

/** What comes after a command: a reply's lines, or one of "silence", "half a reply", "a byte now and then", "hangs up". */
export type Scripted = string;

export interface SmtpScript {
  readonly greeting?: Scripted;
  /** Lines of the EHLO reply after the first: `AUTH PLAIN`, `SIZE 1000`. */
  readonly extensions?: readonly string[];
  readonly starttls?: Scripted;
  readonly login?: Scripted;
  readonly sender?: Scripted;
  /** By recipient, in lower case; `*` for all others. */
  readonly recipients?: Readonly<Record<string, Scripted>>;
  readonly data?: Scripted;
  /** After the mail's last line. "taken, hangs up": it keeps the mail, and nobody hears of it. */
  readonly mail?: Scripted;
}

export interface SmtpTwin {
  /** Without user and password. */
  readonly url: string;
  readonly port: number;
  script: SmtpScript;
  /** Mails that were taken, as they came, and each command, without what it carries. */
  readonly taken: string[];
  readonly commands: string[];
  close(): Promise<void>;
}

const trickleMs = 20;

export async function startSmtpTwin(script: SmtpScript = {}): Promise<SmtpTwin> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    converse(socket, twin);
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const { port } = server.address() as AddressInfo;
  const twin: SmtpTwin = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    script,
    taken: [],
    commands: [],
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return twin;
}

function say(socket: Socket, scripted: Scripted): void {
  if (scripted === "silence") return;
  if (scripted === "half a reply") return void socket.write("250-first");
  if (scripted === "hangs up") return void socket.destroy();
  if (scripted === "a byte now and then") {
    socket.write("250-");
    const timer = setInterval(() => socket.write("x"), trickleMs);
    return void socket.on("close", () => clearInterval(timer));
  }
  socket.write(`${scripted.replaceAll("\n", "\r\n")}\r\n`);
}

function converse(socket: Socket, twin: SmtpTwin): void {
  let rest = "";
  let mail: string | null = null;
  say(socket, twin.script.greeting ?? "220 twin ESMTP");
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    rest += chunk;
    for (let end = rest.indexOf("\r\n"); end !== -1; end = rest.indexOf("\r\n")) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (mail === null) mail = answer(socket, twin, line);
      else if (line === ".") {
        endOfMail(socket, twin, mail);
        mail = null;
      } else mail += `${line.replace(/^\.\./, ".")}\r\n`;
    }
  });
}

/** Answers a command; a text when a mail begins. */
function answer(socket: Socket, { script, commands }: SmtpTwin, line: string): string | null {
  const verb = /^(?:MAIL FROM|RCPT TO|\w+)/i.exec(line)?.[0].toUpperCase() ?? "";
  commands.push(verb);
  switch (verb) {
    case "EHLO": {
      const lines = ["twin", ...(script.extensions ?? [])];
      say(socket, lines.map((each, at) => `250${at === lines.length - 1 ? " " : "-"}${each}`).join("\n"));
      return null;
    }
    case "STARTTLS":
      say(socket, script.starttls ?? "502 5.5.1 not here");
      return null;
    case "AUTH":
      say(socket, script.login ?? "235 2.7.0 welcome");
      return null;
    case "MAIL FROM":
      say(socket, script.sender ?? "250 2.1.0 Ok");
      return null;
    case "RCPT TO": {
      const to = /<(.*)>/.exec(line)?.[1]?.toLowerCase() ?? "";
      say(socket, script.recipients?.[to] ?? script.recipients?.["*"] ?? "250 2.1.5 Ok");
      return null;
    }
    case "DATA": {
      const reply = script.data ?? "354 go ahead";
      say(socket, reply);
      return reply.startsWith("354") ? "" : null;
    }
    case "QUIT":
      socket.end("221 2.0.0 bye\r\n");
      return null;
    default:
      say(socket, "500 5.5.2 what?");
      return null;
  }
}

function endOfMail(socket: Socket, { script, taken }: SmtpTwin, mail: string): void {
  const reply = script.mail ?? "250 2.0.0 queued";
  if (reply === "taken, hangs up" || reply.startsWith("2")) taken.push(mail);
  say(socket, reply === "taken, hangs up" ? "hangs up" : reply);
}
