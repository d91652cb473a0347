export const requestsSentences = {
  start_again: [],
  reload: [],
  choose_file: [],
  text_too_long: [],
  choose_picture: [],
  files_unavailable: [],
  check_field: [],
  pdf_locked: [],
  pdf_acts: [],
  pdf_files: [],
  pdf_unchecked: [],
} as const;
