/** Which files are as they were in an earlier graph, and where they stood there. */
export interface KeptFiles {
  /** The place that a file had among all; -1 where it is new. */
  placeBefore(file: number): number;
  /** Whether what was made of it still holds; never so of a new one. */
  isKept(file: number): boolean;
}
