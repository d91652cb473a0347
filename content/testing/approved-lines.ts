import { type ApprovedLine, type LabelLine, type LabelLines, lineDigest } from "../check/label-approvals.ts";

/** A language of labels of which a pharmacist approved the lines that `isRead` says, and no others. */
export function approvedLines<Language extends LabelLines>(
  { frames, phrases, ...language }: Language,
  isRead: (line: LabelLine) => boolean = () => true,
) {
  const approval = (line: LabelLine): ApprovedLine => ({
    ...line,
    approved: isRead(line) ? { by: "Paz Lindqvist", on: "2026-11-30", digest: lineDigest(line) } : null,
  });
  return {
    ...language,
    frames: { start: approval(frames.start), from: approval(frames.from) },
    phrases: phrases.map(approval),
  };
}
