import {
  type CommonErrorCode,
  errorMessage,
  errorStatus,
  type ErrorCode,
  type Problem,
} from "#contract/http/errors.ts";
import { type SentenceContent, toText, type Words } from "./sentences.ts";

/** A field that was refused, and why. */
export interface RefusedField {
  readonly path: string;
  readonly message: Words;
}

export interface RefusalOptions {
  /** More specific than the code's own text. */
  readonly message?: Words;
  readonly fields?: readonly RefusedField[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  /** It may succeed later, so it is not stored as the answer of an `Idempotency-Key`. */
  readonly transient?: true;
}

/**
 * An expected refusal, answered in the API's one error shape. Anything may throw one with a code that every call of its kind may answer with; any other
 * code comes from `refuse` of the call's context (see `Refuses`).
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly options: RefusalOptions;

  constructor(code: CommonErrorCode, options: RefusalOptions = {}) {
    super(typeof options.message === "string" ? options.message : errorMessage(code));
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return errorStatus(this.code);
  }

  /** What the patient reads. */
  text(content: SentenceContent): string {
    return toText(content, this.options.message ?? this.message);
  }

  problem(content: SentenceContent): Problem {
    const { details } = this.options;
    const fields = this.options.fields?.map(({ path, message }) => ({ path, message: toText(content, message) }));
    return {
      message: this.text(content),
      code: this.code,
      ...(fields || details ? { details: { ...details, ...(fields ? { fields } : {}) } } : {}),
    };
  }
}

/**
 * What a rule takes to refuse with codes that calls declare: `throw services.refuse("wrong_state")`. A call's context refuses with the codes of that call
 * only, so a rule with another one does not compile in its handler.
 */
export interface Refuses<Code extends ErrorCode> {
  readonly refuse: (code: Code, options?: RefusalOptions) => Refusal;
}

/** Outside of a call, in jobs, nobody waits for an answer: any code may stop the work. */
export const refusesAny: Refuses<ErrorCode> = {
  refuse: (code, options) => new Refusal(code as CommonErrorCode, options),
};
