// Cron notation in UTC; a field is `*`, `*/n`, `a-b` or a number.

/** Whether a schedule is due in the minute that begins at `at`. */
export type IsDue = (at: Date) => boolean;

const fieldValues: readonly ((at: Date) => number)[] = [
  (at) => at.getUTCMinutes(),
  (at) => at.getUTCHours(),
  (at) => at.getUTCDate(),
  (at) => at.getUTCMonth() + 1,
  (at) => at.getUTCDay(),
];

export function parseCron(cron: string): IsDue {
  const fields = cron.split(" ");
  if (fields.length !== fieldValues.length) throw new Error(`"${cron}" has no five fields`);
  const matchers = fields.map(parseField);
  return (at) => matchers.every((matches, index) => matches((fieldValues[index] as (at: Date) => number)(at)));
}

function parseField(field: string): (value: number) => boolean {
  const { step, from, to } =
    /^(?:\*(?:\/(?<step>\d+))?|(?<from>\d+)(?:-(?<to>\d+))?)$/.exec(field)?.groups ?? fail(field);
  if (from === undefined) return (value) => value % Number(step ?? 1) === 0;
  return (value) => value >= Number(from) && value <= Number(to ?? from);
}

const fail = (field: string): never => {
  throw new Error(`"${field}" is no field of a schedule we read`);
};
