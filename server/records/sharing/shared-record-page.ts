import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import { errorMessage } from "#contract/http/errors.ts";
import { patientById } from "#server/auth/public.ts";
import { createFhirRecord, createMedicalRecord, practiceMomentText } from "#server/documents/public.ts";
import { randomSecret } from "#server/platform/crypto/secrets.ts";
import { toRefusal } from "#server/platform/http/error-response.ts";
import type { Services } from "#server/platform/services.ts";
import { noteRead, type OpenedRecord, openedRecord, openWithCode } from "./open-record.ts";
import {
  entryPage,
  openedPage,
  overPage,
  sharedRecordPath,
  stylesheet,
  stylesheetPath,
  type Typed,
} from "./shared-record-html.ts";

/** Largest form, in bytes. */
const bodyLimit = 8 * 1024;
/** By network address. */
const triesPerQuarter = { points: 20, seconds: 900 };
const filesPerQuarter = { points: 40, seconds: 900 };

const unknownCode =
  "That code and date of birth don’t open anything. Please check both with the patient. A code works once, and only for a short time.";

/**
 * `/shared-record`, where another doctor enters a patient's code: a form, what it opens, and its two files. It sets no cookie, runs no script and stores nothing
 * in the browser; what the page reads with is a secret in its forms. A form that is shown again has a new one: the one that was sent may be somebody's who put it there.
 */
export async function registerSharedRecord(app: FastifyInstance, services: Services): Promise<void> {
  const { content, limiter } = services;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit },
      (_request, text, done) => done(null, new URLSearchParams(text as string)),
    );
    scope.setErrorHandler((error: Error, request, reply) => {
      const { status, code, options } = toRefusal(error);
      const { name, stack } = error;
      if (status >= 500) services.log.error({ request: request.id, err: { name, stack } }, "shared record failed");
      if (options.retryAfterSeconds) void reply.header("retry-after", String(options.retryAfterSeconds));
      const shown = { key: randomSecret(), typed: typedIn(request), alert: errorMessage(code) };
      return sendPage(reply, status, entryPage(content.brand, shown));
    });

    scope.get(stylesheetPath, async (_request, reply) =>
      reply.type("text/css; charset=utf-8").header("cache-control", "no-cache").send(stylesheet(content.brand.print)),
    );
    scope.get(sharedRecordPath, async (request, reply) =>
      sendPage(reply, 200, entryPage(content.brand, { key: randomSecret(), typed: typedIn(request) })),
    );
    scope.post(sharedRecordPath, { bodyLimit }, async (request, reply) => {
      await limiter.consume("shared-record", request.ip, triesPerQuarter);
      const key = keyOf(request) ?? randomSecret();
      const typed = typedIn(request);
      const birthday = dayTyped(typed.birthday);
      const wrong = {
        ...(typed.code === "" && { code: "Please enter the code." }),
        ...(birthday === null && { birthday: "Please enter month, day and year, like 03/14/1972." }),
        ...(typed.name === "" && { name: "Please enter your name." }),
        ...(typed.practice === "" && { practice: "Please enter where you work." }),
      };
      if (birthday === null || Object.keys(wrong).length > 0)
        return sendPage(reply, 400, entryPage(content.brand, { key: randomSecret(), typed, wrong }));
      const { opened, patientId } = await openWithCode(services, { ...typed, birthday, key });
      await audit(services, request, "open", patientId, opened !== null);
      if (!opened)
        return sendPage(reply, 400, entryPage(content.brand, { key: randomSecret(), typed, alert: unknownCode }));
      return sendPage(reply, 200, await shownRecord(services, opened, key));
    });
    for (const file of ["pdf", "fhir"] as const)
      scope.post(`${sharedRecordPath}/${file}`, { bodyLimit }, async (request, reply) => {
        await limiter.consume("shared-record-file", request.ip, filesPerQuarter);
        const opened = await openedRecord(services, keyOf(request) ?? "");
        if (!opened) return sendPage(reply, 410, overPage(content.brand));
        const create = file === "pdf" ? createMedicalRecord : createFhirRecord;
        const { bytes, type, filename } = await create(services, opened.patientId, opened.part);
        await noteRead(services, opened, file);
        await audit(services, request, file, opened.patientId, true);
        return reply
          .header("cache-control", "no-store")
          .header("content-disposition", `${file === "pdf" ? "inline" : "attachment"}; filename="${filename}"`)
          .type(type)
          .send(bytes);
      });
  });
}

const formField = ({ body }: FastifyRequest, name: string): string =>
  body instanceof URLSearchParams ? (body.get(name) ?? "").trim().slice(0, 120) : "";

const typedIn = (request: FastifyRequest): Typed => ({
  ...{ code: formField(request, "code"), birthday: formField(request, "birthday") },
  ...{ name: formField(request, "name"), practice: formField(request, "practice") },
});

/** The secret of the page that sent a form; null for none that we made. */
function keyOf(request: FastifyRequest): string | null {
  const key = formField(request, "key");
  return /^[\w-]{32,64}$/.test(key) ? key : null;
}

/** The day of `3/14/1972`, `03-14-1972` or `1972-03-14`; null for anything else. */
function dayTyped(text: string): string | null {
  const american = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  const day = american
    ? `${american[3] ?? ""}-${(american[1] ?? "").padStart(2, "0")}-${(american[2] ?? "").padStart(2, "0")}`
    : text;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;
  return isDay ? day : null;
}

const sendPage = (reply: FastifyReply, status: number, html: string) =>
  reply.code(status).header("cache-control", "no-store").type("text/html; charset=utf-8").send(html);

async function shownRecord(services: Services, { patientId, part, until }: OpenedRecord, key: string): Promise<string> {
  const { brand } = services.content;
  const { firstname, lastname, birthday } = await patientById(services, patientId);
  return openedPage(brand, {
    ...{ key, patient: [firstname, lastname].filter(Boolean).join(" ") || "The patient" },
    birthday: birthday === null ? "" : formatCalendarDay(birthday),
    shares: part === "medicines" ? "Allergies and medicines" : "The whole record",
    until: practiceMomentText(brand.timezone, until),
  });
}

/** Each try at a patient's code and each file read is in the audit; nobody knows who it was but by what they said. */
async function audit(
  services: Services,
  request: FastifyRequest,
  what: "open" | "pdf" | "fhir",
  patientId: string | null,
  granted: boolean,
): Promise<void> {
  if (patientId === null) return;
  await services.audit.record({
    ...{ actor: "anonymous", patientId, call: `sharedrecord.${what}`, requestId: request.id },
    ...(granted ? { status: 200, code: null } : { status: 400, code: "link_expired" }),
  });
}
