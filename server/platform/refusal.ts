import { errorMessage, errorStatus, type ErrorCode, type FieldIssue, type Problem } from "#contract/http/errors.ts";

export interface RefusalOptions {
  /** A sentence more specific than the code's own. */
  readonly message?: string;
  readonly fields?: readonly FieldIssue[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  /** It may succeed later, so it is not stored as the answer of an `Idempotency-Key`. */
  readonly transient?: true;
}

/** An expected refusal, answered in the API's one error shape. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly options: RefusalOptions;

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(options.message ?? errorMessage(code));
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return errorStatus(this.code);
  }

  get problem(): Problem {
    const { fields, details } = this.options;
    return {
      message: this.message,
      code: this.code,
      ...(fields || details ? { details: { ...details, ...(fields ? { fields } : {}) } } : {}),
    };
  }
}
