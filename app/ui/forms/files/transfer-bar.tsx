import css from "../../data/progress.module.css";

/** How much of a file is on its way, 0–1; without a part only that it is. */
export const TransferBar = ({ name, part: fraction }: { name: string; part: number | undefined }) => (
  <progress
    className={css["bar"]}
    max={1}
    aria-label={`Sending ${name}`}
    {...(fraction !== undefined && { value: fraction })}
  />
);
