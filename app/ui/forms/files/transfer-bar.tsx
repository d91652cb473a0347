import css from "../../data/progress.module.css";

/** Upload progress of a file, 0–1; indeterminate without a fraction. */
export const TransferBar = ({ name, part: fraction }: { name: string; part: number | undefined }) => (
  <progress
    className={css["bar"]}
    max={1}
    aria-label={`Sending ${name}`}
    {...(fraction !== undefined && { value: fraction })}
  />
);
