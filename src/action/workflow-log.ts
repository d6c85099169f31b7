/**
 * What a workflow's log may hold. GitHub's runner obeys lines in it: those that begin with `::` behind blanks, and
 * `##[...]` wherever it stands. Errors and log lines quote what strangers wrote.
 */

/** A line of our JSON log that the runner takes for no command. It stays JSON with the same values. */
export const harmlessLine = (line: string): string => line.replaceAll("##[", "##\\u005b");

/** The command by which the runner shows an error on the workflow's page, whatever the text holds. */
export const errorCommand = (text: string): string =>
  `::error::${text.replace(/[%\r\n]/g, (mark) => encodeURIComponent(mark))}\n`;
