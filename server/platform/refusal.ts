import { errorMessage, errorStatus, type ErrorCode, type FieldIssue, type Problem } from "#contract/http/errors.ts";

export interface RefusalOptions {
  /** A sentence more fitting than the code's own. */
  readonly message?: string;
  readonly fields?: readonly FieldIssue[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  /** It may be possible later: no `Idempotency-Key` keeps it as its answer. */
  readonly transient?: true;
}

/** An expected “no”: becomes the one error shape of the API. */
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
