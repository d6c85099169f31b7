/** Of the option `--record`, wherever there is one. */
export const recordHelp =
  "write a new file with a recording of the run, for `coderag replay`; it holds code of the repository";
