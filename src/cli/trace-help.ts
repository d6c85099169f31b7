/** What help texts say of the options of a recorded run. */
export const traceHelp = {
  trace: "a recorded run of the program with what is asked about: what ran in it counts more",
  startup: "a run that starts and ends at once: what ran in it as well is left out",
} as const;
