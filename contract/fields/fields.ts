import * as z from "zod/mini";
import { limits } from "#contract/constants.ts";
import { emailHint, emailPattern, emailProblem, plainEmail } from "./email-pattern.ts";

/** UUIDv7 of one of our rows, normalized to lower case. */
export const Id = z.uuid("This reference isn't valid.").check(z.toLowerCase());

/**
 * Characters nobody sees or types (direction controls, zero-width spaces, soft hyphens): they come with pasted text, or reverse it to deceive. The
 * two joiners stay: names in many scripts, and emoji, need them.
 */
const invisibleCharacters = /[^\P{Cf}\u200c\u200d]/gu;
/** What is left of a character that was cut in two, as by another program: nobody can read it, and no file can hold it. */
const halves = /\p{Cs}/gu;

/** One line of typed text: trimmed, invisible characters and halves of characters dropped, no control characters, at most `max` characters. */
export const singleLine = (max: number, missing = "Please fill this in.") =>
  z.string(missing).check(
    z.overwrite((text) => text.replace(invisibleCharacters, "").replace(halves, "")),
    z.trim(),
    z.minLength(1, missing),
    z.maxLength(max, `Please use ${max} characters or fewer.`),
    z.refine((text) => !/\p{Cc}/u.test(text), "Please use only letters, numbers and punctuation."),
  );

/** As `singleLine`, of a field that may be left empty. */
export const emptyOrLine = (max: number) =>
  z.string().check(
    z.overwrite((text) => text.replace(invisibleCharacters, "").replace(halves, "")),
    z.trim(),
    z.maxLength(max, `Please use ${max} characters or fewer.`),
    z.refine((text) => !/\p{Cc}/u.test(text), "Please use only letters, numbers and punctuation."),
  );

/** The marks that turn all that follows around, so that a dose reads as another one. Scripts from right to left need the others, and never these. */
const overrides = /[\u202d\u202e]/gu;

/** Several lines of text: halves of characters and direction overrides dropped, line breaks allowed, other control characters not. */
export const multiLine = (max: number, missing = "The text field cannot be empty") =>
  z.string(missing).check(
    z.overwrite((text) => text.replace(halves, "").replace(overrides, "")),
    z.trim(),
    z.minLength(1, missing),
    z.maxLength(max, `Please use ${max} characters or fewer.`),
    z.refine((value) => !/[^\P{Cc}\n\r\t]/u.test(value), "Please use only letters, numbers and punctuation."),
  );

/** A first or a last name. */
export const Name = singleLine(60);

export const Email = z
  .string("Please enter your email.")
  .check(
    z.overwrite(plainEmail),
    z.minLength(1, "Please enter your email."),
    z.maxLength(254, emailHint),
    z.regex(emailPattern, emailHint),
  );

/** An email somebody gives as theirs: mail can reach it. `Email` also takes what accounts of earlier days have, so that they can sign in. */
export const NewEmail = Email.check(
  // What has no email's form is reported by `Email`, once.
  z.refine((email) => !emailPattern.test(email) || emailProblem(email) === null, {
    error: ({ input }) => emailProblem(String(input)) ?? emailHint,
  }),
);

/** 8–50 characters of any kind (spec §5). */
export const Password = z
  .string("Please enter a password.")
  .check(z.minLength(limits.passwordMin, "Min. 8 characters"), z.maxLength(limits.passwordMax, "Max. 50 characters"));

/** US dollars with two decimals; cents stay inside the server. */
export const Dollars = z.number();

/** Calendar day `YYYY-MM-DD`. */
export const Day = z.iso.date("Please enter a date as month, day and year.");
/** Timestamp in ISO 8601, UTC. */
export const Moment = z.iso.datetime();

/** Five digits. Longer forms, with four or five more after a dash (spec §5), are stored as their first five. */
export const ZipCode = z.string("Please enter your zip code.").check(
  z.trim(),
  z.regex(/^\d{5}(?:-?\d{4,5})?$/, "Please enter a 5-digit zip code."),
  z.overwrite((zip) => zip.slice(0, 5)),
);

/** Two-letter state id of the lookup list (51 with DC). */
export const StateId = z.string("Please choose your state.").check(z.regex(/^[A-Z]{2}$/, "Please choose your state."));

/** An opaque cursor that a list returned as `nextpage`. */
export const Cursor = z.string().check(z.maxLength(512));

export const paged = <S extends z.core.$ZodType>(item: S) =>
  z.object({ items: z.array(item), nextpage: z.nullable(z.string()) });

const emptyIsAbsent = z.transform((given: unknown) =>
  typeof given === "string" && given.trim() === "" ? undefined : given,
);
/** An optional text field of a query or a body: an empty one (`nextpage=`, `"coupon": ""`) counts as left out. */
export const optionalText = <S extends z.core.$ZodType>(schema: S) =>
  z.optional(z.pipe(emptyIsAbsent, z.optional(schema))) as unknown as z.ZodMiniOptional<
    z.ZodMiniType<z.output<S>, z.input<S>>
  >;

const emptyOrNullIsAbsent = z.transform((given: unknown): unknown =>
  given === null || (typeof given === "string" && given.trim() === "") ? undefined : given,
);
/** An optional field of what a client may send back as it read it: null, as an empty text, counts as left out. */
export const textAsRead = <S extends z.core.$ZodType>(schema: S) =>
  z.optional(z.pipe(emptyOrNullIsAbsent, z.optional(schema))) as unknown as z.ZodMiniOptional<
    z.ZodMiniType<z.output<S>, z.input<S> | null>
  >;

/** Body of the calls that take nothing but accept `{}`. */
export const EmptyBody = z.optional(z.nullable(z.object({})));

/** The plain acknowledgement. */
export const Acknowledgement = z.object({ message: z.string() });
